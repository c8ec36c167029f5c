import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Without a mail server nothing is delivered: mails are files. */
  hasServer: boolean;
  /** Resolves when the mail server has accepted it, or the file is written. */
  send: (mail: Mail) => Promise<void>;
}

interface MailerOptions {
  /** `smtp://…`; without it, mails are written as files. */
  smtpUrl: string | undefined;
  from: string;
  outbox: string;
}

/** For the first mail: it takes some 5 MB, and many servers send none for days. */
const loadLibrary = () => import('nodemailer');

export function createMailer({ smtpUrl, from, outbox }: MailerOptions): Mailer {
  if (!smtpUrl) return { hasServer: false, send: (mail) => writeToOutbox(outbox, { from, ...mail }) };
  let transport: Transporter | undefined;
  return {
    hasServer: true,
    async send(mail) {
      const { createTransport } = await loadLibrary();
      transport ??= createTransport({
        url: smtpUrl,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      } as SMTPTransport.Options);
      await transport.sendMail({ from, ...mail });
    },
  };
}

/** Renamed when complete, so that a watcher of the directory never reads half a mail. */
async function writeToOutbox(outbox: string, mail: Mail & { from: string }) {
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const { createTransport } = await loadLibrary();
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(mail);
  const file = path.join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`);
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
