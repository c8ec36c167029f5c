import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { domainToASCII } from 'node:url';
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';

export interface ReceiverSettings {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** In lower case. */
  domain: string;
}

interface ReceiverRules<Mailbox> {
  log: Log;
  /** What the part of an address before the `@` stands for. Mail to others is refused. */
  findMailbox: (localPart: string) => Promise<Mailbox | undefined>;
  /** Resolves once what the mail says is stored: only then is it accepted. Bytes as `latin1`. */
  store: (mailbox: Mailbox, mail: string) => Promise<void>;
}

export interface Receiver {
  port: number;
  close: () => Promise<void>;
}

const MAX_BYTES = 1_048_576;
const MAX_CONNECTIONS = 20;
/** Of one connection: more is somebody trying addresses. */
const MAX_REFUSALS = 5;
const IDLE_MS = 60_000;
/** For a whole connection, so that nobody occupies it with a byte now and then. */
const CONNECTION_MS = 300_000;
const CLOSE_MS = 300;

/** One recipient: a mail server reports on a mail to the one address that it came from. */
const LIMITS = {
  size: MAX_BYTES,
  rejectOversized: true,
  maxRecipients: 1,
  maxCommandLength: 2_048,
  maxClients: MAX_CONNECTIONS,
  socketTimeout: IDLE_MS,
  closeTimeout: CLOSE_MS,
};

/** Without TLS: its certificate would have to be renewed, and mail servers fall back to a connection without it. */
const FEATURES = {
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS', 'WIZ', 'SHELL', 'KILL'],
  hideSTARTTLS: true,
  hideSMTPUTF8: true,
  hideENHANCEDSTATUSCODES: false,
  disableReverseLookup: true,
  logger: false,
};

/** An SMTP server for mail from anybody to the mailboxes of one domain. */
export async function openReceiver<Mailbox>(
  settings: ReceiverSettings,
  { log, findMailbox, store }: ReceiverRules<Mailbox>,
): Promise<Receiver> {
  const { SMTPServer } = await import('smtp-server');
  const mailboxes = new WeakMap<SMTPServerAddress, Mailbox>();
  const refusals = new WeakMap<SMTPServerSession, number>();

  async function admit(recipient: SMTPServerAddress, session: SMTPServerSession) {
    const [, localPart = '', domain = ''] = /^(.*)@([^@]*)$/.exec(recipient.address) ?? [];
    const isOurs = domainToASCII(domain) === settings.domain;
    const mailbox = isOurs ? await findMailbox(localPart) : undefined;
    if (mailbox !== undefined) return void mailboxes.set(recipient, mailbox);
    const count = (refusals.get(session) ?? 0) + 1;
    refusals.set(session, count);
    throw count < MAX_REFUSALS ? refusal(550, 'No such mailbox') : refusal(421, 'Too many unknown recipients');
  }

  async function accept(stream: SMTPServerDataStream, [recipient]: SMTPServerAddress[]) {
    const mail = await readMail(stream);
    const mailbox = recipient && mailboxes.get(recipient);
    // What is too large is refused by the library.
    if (mail !== undefined && mailbox !== undefined) await store(mailbox, mail);
  }

  function reply(work: Promise<void>, done: (error?: Error) => void) {
    work.then(
      () => done(),
      (error) => {
        if (error instanceof Error && 'responseCode' in error) return done(error);
        log.error({ err: error }, 'a returned mail could not be stored; its server will retry');
        done(refusal(451, 'Try again later'));
      },
    );
  }

  const server = new SMTPServer({
    ...LIMITS,
    ...FEATURES,
    name: settings.domain,
    onRcptTo: (recipient, session, done) => reply(admit(recipient, session), done),
    onData: (stream, { envelope }, done) => reply(accept(stream, envelope.rcptTo), done),
  });
  server.on('error', ({ message }) => log.debug({ reason: message }, 'a connection with returned mail broke'));
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), CONNECTION_MS).unref();
    socket.once('close', () => clearTimeout(timer));
  });
  server.listen(settings.port, settings.host);
  await once(server.server, 'listening').catch((error) => {
    throw cannotListen(settings, error);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** Undefined if it is too large. Throws if the connection breaks before its end. */
async function readMail(stream: SMTPServerDataStream) {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks.length = 0;
    else chunks.push(chunk);
  }
  return stream.sizeExceeded ? undefined : Buffer.concat(chunks).toString('latin1');
}

function cannotListen({ host, port }: ReceiverSettings, { code, message }: NodeJS.ErrnoException) {
  const advice =
    code === 'EADDRINUSE'
      ? 'The port is in use. Stop the other program, or set another MAIL_IN_PORT.'
      : code === 'EACCES'
        ? 'Ports below 1024 are for root alone. Set another MAIL_IN_PORT and forward port 25 to it.'
        : 'Set MAIL_IN_HOST and MAIL_IN_PORT to an address of this machine.';
  return new StartupError(`Bounces cannot be received on ${host}:${port} (${message}). ${advice}`);
}
