import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { one, page, pageOf, Timestamp } from '../route/schemas.ts';

/** How the server sends e-mail. It is part of the server's configuration, without the password. */
export const MailSettings = Type.Object({
  /** Null without a mail server: e-mails go to the outbox. */
  smtp: Type.Unsafe<{ host: string; port: number; is_secure: boolean; user: string | null } | null>({
    type: ['object', 'null'],
    properties: {
      host: { type: 'string' },
      port: { type: 'integer' },
      /** Encrypted from the first byte; otherwise with STARTTLS if the mail server offers it. */
      is_secure: { type: 'boolean' },
      user: { type: ['string', 'null'] },
    },
    required: ['host', 'port', 'is_secure', 'user'],
  }),
  from: Type.String(),
  /** Where a test e-mail goes: the account's own address. */
  test_to: Type.String(),
});

export const MailTest = Type.Object({
  sent: Type.Boolean(),
  to: Type.String(),
  /** The mail server's own words, the error on the way to it, or the file's name in the outbox. */
  response: Type.String(),
});
export type MailTest = Static<typeof MailTest>;

/** An e-mail that was written to the outbox, with its links and codes masked. */
export const OutboxMail = Type.Object({
  id: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  created_at: Timestamp,
});

const read = { scope: 'account:read', rate: 'read', beyond: true } as const;

export const mail = {
  read: route({
    ...read,
    method: 'GET',
    path: '/v1/mail',
    summary: 'Retrieve how the server sends e-mail',
    replies: { 200: one(MailSettings) },
  }),
  test: route({
    method: 'POST',
    path: '/v1/mail/test',
    summary: "Send a test e-mail to the account's address. Returns the mail server's response",
    scope: 'account:write',
    rate: 'write',
    key: 'optional',
    audit: false,
    cap: { limit: 20, seconds: 3_600, per: 'account' },
    replies: { 200: one(MailTest) },
    beyond: true,
  }),
  listOutbox: route({
    ...read,
    method: 'GET',
    path: '/v1/mail/outbox',
    summary: "List the account's e-mails in the outbox, newest first, with masked links. Empty with a mail server",
    query: page({}),
    replies: { 200: pageOf(OutboxMail) },
  }),
};
