import type { Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { createOutbox, type Outbox } from './outbox.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The widget it was sent for; only its account sees it in the outbox. */
  widgetId?: number;
}

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
}

/** For the first mail: it takes some 5 MB, and many servers send none for days. */
const loadLibrary = () => import('nodemailer');

export function createMailer({ smtpUrl, from, outbox: directory }: MailerOptions): Mailer {
  const outbox = createOutbox(directory);
  if (!smtpUrl) {
    return {
      from,
      server: undefined,
      outbox,
      send: async ({ widgetId, ...mail }) => outbox.add(await compose({ from, ...mail }), widgetId),
    };
  }
  let transport: Transporter | undefined;
  return {
    from,
    server: readServer(smtpUrl),
    outbox,
    async send({ widgetId: _, ...mail }) {
      const { createTransport } = await loadLibrary();
      transport ??= createTransport({
        url: smtpUrl,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      } as SMTPTransport.Options);
      const { response } = await transport.sendMail({ from, ...mail });
      return response ?? '';
    },
  };
}

/** The mail as it would go over the wire. */
async function compose(mail: Mail & { from: string }) {
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
