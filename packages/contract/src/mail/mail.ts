import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { doc, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

/** How the server sends e-mail. It is part of the server's configuration, without the password. */
export const MailSettings = Type.Object({
  smtp: doc(
    'The mail server; null without one: e-mails go to the outbox.',
    Type.Unsafe<{ host: string; port: number; is_secure: boolean; user: string | null } | null>({
      type: ['object', 'null'],
      properties: {
        host: doc('Host name of the mail server.', Type.String(), { example: 'smtp.example.com' }),
        port: doc('Its port.', Type.Integer(), { example: 587 }),
        is_secure: doc(
          'Encrypted from the first byte; otherwise with STARTTLS if the mail server offers it.',
          Type.Boolean(),
        ),
        user: doc('Who the server signs in as; null without a sign-in.', nullable(Type.String()), { example: 'chat' }),
      },
      required: ['host', 'port', 'is_secure', 'user'],
    }),
  ),
  from: doc('Sender of e-mails.', Type.String(), { example: 'Parley <chat@example.com>' }),
  test_to: doc("Where a test e-mail goes: the account's own address.", Type.String(), { example: 'ann@example.com' }),
});

export const MailTest = Type.Object({
  sent: doc('Whether the mail server took it; true for the outbox too.', Type.Boolean()),
  to: doc('Where it went.', Type.String(), { example: 'ann@example.com' }),
  response: doc(
    "The mail server's own words, the error on the way to it, or the file's name in the outbox.",
    Type.String(),
    { example: '250 2.0.0 Ok: queued as 4C1A72' },
  ),
});
export type MailTest = Static<typeof MailTest>;

/** An e-mail that was written to the outbox, with its links and codes masked. */
export const OutboxMail = Type.Object({
  id: doc('Name of the file, unique in the outbox.', Type.String(), { example: '2026-05-01T09-30-00-0001' }),
  to: doc('Whom it is for.', Type.String(), { example: 'ann@example.com' }),
  subject: doc('Its subject.', Type.String(), { example: 'You are invited to Tea & Co' }),
  text: doc('Its text, with links and codes masked.', Type.String(), {
    example: 'Ann Lee invites you. Open https://chat.example.com/…',
  }),
  created_at: doc('When it was written.', Timestamp),
});

const read = { scope: 'account:read', rate: 'read', beyond: true } as const;

export const mail = {
  read: route({
    ...read,
    method: 'GET',
    path: '/v1/mail',
    summary: 'Retrieve how the server sends e-mail',
    description:
      "The mail server is part of the server's configuration and can't be changed here. Its password is not returned.",
    replies: { 200: one(MailSettings) },
  }),
  test: route({
    method: 'POST',
    path: '/v1/mail/test',
    summary: "Send a test e-mail to the account's address. Returns the mail server's response",
    description:
      'The response is 200 also when the mail server refused: read `sent` and `response`. It waits for the mail server.',
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
    description: "E-mails of other accounts are left out. The full texts are in the server's outbox folder.",
    query: page({}),
    replies: { 200: pageOf(OutboxMail) },
  }),
};
