import type { Readable } from 'node:stream';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { type DkimSettings, toSigner } from './dkim.ts';
import { type Mail, toMessage } from './message.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { type MailOutcome, outcomeOf } from './outcome.ts';

export type { Mail } from './message.ts';

/** The mail server, without the password. */
interface MailServer {
  host: string;
  port: number;
  isSecure: boolean;
  user: string | null;
}

export interface Mailer {
  /** Resolves with the mail server's response when it has accepted the mail, or when the file is written. */
  send: (mail: Mail) => Promise<string>;
  /**
   * For many mails: over connections that stay open, apart from those of `send`, so that no single mail waits behind them.
   * Never throws.
   */
  deliver: (mail: Mail) => Promise<MailOutcome>;
  close: () => Promise<void>;
  from: string;
  /** Undefined when mails are written to the outbox. */
  server: MailServer | undefined;
  outbox: Outbox;
}

interface MailerOptions {
  /** `smtp://…`; without it, mails are written as files. */
  smtpUrl: string | undefined;
  from: string;
  outbox: string;
  dkim: DkimSettings | undefined;
}

/** For the first mail: it takes some 5 MB, and many servers send none for days. */
const loadLibrary = () => import('nodemailer');

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Half a minute of idling closes a connection: nothing keeps a run together but its pace. */
const POOL = { pool: true, maxConnections: 5, maxMessages: 100, idleTimeout: 30_000 } as const;

export function createMailer({ smtpUrl, from, outbox: directory, dkim }: MailerOptions): Mailer {
  const outbox = createOutbox(directory);
  const signing = dkim && { dkim: toSigner(dkim) };
  if (!smtpUrl) {
    const send = async (mail: Mail) =>
      outbox.add(await compose({ ...toMessage(from, mail), ...signing }), mail.widgetId);
    const deliver = async (mail: Mail): Promise<MailOutcome> => ({ outcome: 'sent', response: await send(mail) });
    return { from, server: undefined, outbox, send, deliver, close: async () => undefined };
  }
  const options = { url: smtpUrl, ...TIMEOUTS, ...signing };
  const single = lazily(async () => (await loadLibrary()).createTransport(options));
  const pool = lazily(async () => watchHandover((await loadLibrary()).createTransport({ ...options, ...POOL })));
  return {
    from,
    server: readServer(smtpUrl),
    outbox,
    async send(mail) {
      const { response } = await (await single()).sendMail(toMessage(from, mail));
      return response ?? '';
    },
    async deliver(mail) {
      const handover: Handover = {};
      try {
        const { response } = await (await pool()).sendMail({ ...toMessage(from, mail), handover });
        return { outcome: 'sent', response: response ?? '' };
      } catch (error) {
        return outcomeOf(error as Error, handover.content?.readableDidRead === true);
      }
    },
    close: async () => (await pool.made())?.close(),
  };
}

/** The content of a mail: as long as none of it was read, the mail server has nothing of it. */
interface Handover {
  content?: Readable;
}

/** Lets each mail know its content once the connection opens it. */
function watchHandover(transport: Transporter<{ response?: string }>) {
  transport.use('stream', ({ data, message }, done) => {
    const { handover } = data as SendMailOptions & { handover: Handover };
    const open = message.createReadStream.bind(message);
    message.createReadStream = (...given: Parameters<typeof open>) => {
      const content = open(...given);
      handover.content = content;
      return content;
    };
    done();
  });
  return {
    sendMail: (mail: SendMailOptions & { handover: Handover }) => transport.sendMail(mail),
    close: () => transport.close(),
  };
}

function lazily<T>(make: () => Promise<T>) {
  let making: Promise<T> | undefined;
  const get = () => {
    making ??= make();
    return making;
  };
  return Object.assign(get, { made: async () => making });
}

/** The mail as it would go over the wire. */
async function compose(mail: SendMailOptions) {
  const { createTransport } = await loadLibrary();
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(mail);
  return message as Buffer;
}

function readServer(smtpUrl: string): MailServer {
  const { protocol, hostname, port, username } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  return {
    host: hostname,
    port: Number(port) || (isSecure ? 465 : 587),
    isSecure,
    user: username ? decodeURIComponent(username) : null,
  };
}
