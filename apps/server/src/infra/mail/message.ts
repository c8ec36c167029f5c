import type { SendMailOptions } from 'nodemailer';
import { textOfHtml } from './text-of-html.ts';

interface Addressed {
  to: string;
  subject: string;
  /** The widget it was sent for; only its account sees it in the outbox. */
  widgetId?: number;
  /** Replaces the name before the sender's address; the address stays that of the server. */
  fromName?: string;
  replyTo?: string;
  headers?: Record<string, string>;
  /** Where the mail server reports that it could not deliver. */
  envelopeFrom?: string;
  /** The same for every attempt to send this mail. */
  id?: string;
}

/** With HTML the text is made from it, unless it is given. */
export type Mail = Addressed & ({ text: string; html?: string } | { text?: string; html: string });

/** The mail as nodemailer wants it, sent by `Name <address>`. */
export function toMessage(sender: string, mail: Mail): SendMailOptions {
  const { to, subject, html, fromName, replyTo, headers = {}, envelopeFrom, id } = mail;
  const text = mail.text ?? textOfHtml(html ?? '');
  const address = /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender;
  return {
    from: fromName === undefined ? sender : { name: withoutControls(fromName), address },
    ...{ to, subject, text },
    ...(html !== undefined && { html }),
    ...(replyTo !== undefined && { replyTo }),
    ...(envelopeFrom !== undefined && { envelope: { from: envelopeFrom, to } }),
    ...(id !== undefined && { messageId: `<${id}@${address.split('@')[1] ?? 'localhost'}>` }),
    // As they are: folded, an address in angle brackets would break.
    headers: Object.entries(headers).map(([key, value]) => ({
      key,
      value: { prepared: true, value: withoutControls(value) } as unknown as string, // the types know strings alone
    })),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the header
const withoutControls = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
