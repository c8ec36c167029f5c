import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { type Letter, readMail } from '../src/infra/mail/read-mail.ts';

interface Options {
  /** Called with each mail before it is accepted; an error rejects it temporarily, or with its `responseCode`. */
  beforeTaking?: (letter: Letter) => Promise<void> | void;
  /** Credentials the sender must use. */
  credentials?: { user: string; password: string };
  /** Called with each recipient before it is accepted; an error with a `responseCode` refuses it. */
  beforeRecipient?: (address: string) => void;
  /** Called with each sender of an envelope. */
  beforeSender?: (address: string) => void | Promise<void>;
}

interface Mailbox {
  url: string;
  letters: Letter[];
}

/** Of the running test. */
let current: (Pick<Options, 'beforeTaking' | 'beforeRecipient' | 'beforeSender'> & { letters: Letter[] }) | undefined;
let office: Promise<string> | undefined;
let officeUrl: string | undefined;

/** Whether a URL is the worker's mail server, which apps of many tests may share. */
export const isSharedMailbox = (url: string) => url === officeUrl;

/** A mail server on loopback: the worker's, or a separate one when credentials are required. */
export async function startMailbox({ credentials, ...rules }: Options = {}): Promise<Mailbox> {
  const letters: Letter[] = [];
  if (credentials) {
    const server = createMailServer(async (letter) => void letters.push(letter), credentials);
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const user = `${credentials.user}:${encodeURIComponent(credentials.password)}@`;
    return { url: `smtp://${user}127.0.0.1:${await portOf(server)}`, letters };
  }
  const url = await sharedMailboxUrl();
  current = { letters, ...rules };
  onTestFinished(() => {
    current = undefined;
  });
  return { url, letters };
}

/** Of the worker's mail server, for an app that several tests share: each starts its own mailbox there. */
export async function sharedMailboxUrl() {
  office ??= portOf(createMailServer(deliverToCurrentTest)).then((port) => `smtp://127.0.0.1:${port}`);
  officeUrl = await office;
  return officeUrl;
}

async function deliverToCurrentTest(letter: Letter) {
  const mailbox = current;
  await mailbox?.beforeTaking?.(letter);
  mailbox?.letters.push(letter);
}

function createMailServer(take: (letter: Letter) => Promise<void>, credentials?: Options['credentials']) {
  const server = new SMTPServer({
    logger: false,
    hideSTARTTLS: true,
    authOptional: !credentials,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isKnown = username === credentials?.user && password === credentials?.password;
      if (isKnown) done(null, { user: username });
      else done(new Error('Who are you?'));
    },
    onMailFrom: ({ address }, _session, done) => attempt(() => current?.beforeSender?.(address), done),
    onRcptTo: ({ address }, _session, done) => attempt(() => current?.beforeRecipient?.(address), done),
    onData(stream, _session, done) {
      text(stream)
        .then((raw) => take(readMail(raw)))
        .then(
          () => done(),
          (error) => done(Object.assign(new Error(error.message), { responseCode: 451 }, error)),
        );
    },
  });
  // A sender that disconnects does not matter here.
  server.on('error', () => undefined);
  return server;
}

function attempt(run: () => void | Promise<void>, done: (error?: Error) => void) {
  Promise.try(run).then(() => done(), done);
}

async function portOf(server: SMTPServer) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return (server.server.address() as AddressInfo).port;
}
