import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { CreatedAt, doc, Id, nullable, one, UpdatedAt } from '../route/schemas.ts';
import { OwnLocale } from './locale.ts';

/** A person's name, without control characters. */
export const PersonName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$',
});
const TimeZone = Type.String({ format: 'time-zone', maxLength: 64 });
/** Null keeps chats forever. */
const KeepDays = Type.Integer({ minimum: 30, maximum: 3_650 });
const Phone = Type.String({ maxLength: 32, pattern: '^\\+?[0-9][0-9 ()\\-]*$' });

export const Account = Type.Object({
  id: doc('Unique id of the account, which owns one or more widgets.', Id),
  name: doc("First name of the account's owner; null if not given.", nullable(Type.String()), { example: 'Ann' }),
  surname: doc("Surname of the account's owner; null if not given.", nullable(Type.String()), { example: 'Lee' }),
  phone: doc("Phone number of the account's owner, as written; null if not given.", nullable(Type.String()), {
    example: '+1 202 555 0143',
  }),
  email: doc('E-mail address of the account. It is changed only in the console.', Type.String(), {
    example: 'ann@example.com',
  }),
  timezone: doc('IANA name of the time zone of schedules, office hours and days of reports.', Type.String(), {
    example: 'Europe/Moscow',
  }),
  locale: doc("Language of agents who have not chosen one; null for the browser's.", OwnLocale, { example: 'en' }),
  chats_keep_days: doc(
    'Chats without activity for so many days are deleted every night; null keeps them.',
    nullable(Type.Integer()),
    { example: 365 },
  ),
  seats: doc('Human agents that the account may have, in all its widgets together.', Type.Integer(), { example: 5 }),
  legal_entities: doc(
    'Legal entities of the account, for invoices.',
    Type.Array(Type.Object({ id: doc('Unique id of the legal entity.', Id) })),
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const account = {
  read: route({
    method: 'GET',
    path: '/v1/account',
    summary: "Retrieve the profile of the widget's account, with its legal entities",
    description:
      'The account owns the widget of the token: there is no id to pass. Other widgets of the account return the same profile.',
    scope: 'account:read',
    rate: 'read',
    replies: { 200: one(Account) },
    problems: ['not_found'],
  }),
  update: route({
    method: 'PATCH',
    path: '/v1/account',
    summary:
      "Update the account's name, surname, phone, time zone, language or how long chats are kept. Null clears a field",
    description:
      "Only the members in the request change. The e-mail address, the password and the legal entities can't be changed here. The served configuration of every widget of the account is refreshed.",
    scope: 'account:write',
    rate: 'write',
    key: 'required',
    purges: 'account',
    body: Type.Object(
      {
        name: doc('First name of the owner. Null clears it.', Type.Optional(nullable(PersonName)), { example: 'Ann' }),
        surname: doc('Surname of the owner. Null clears it.', Type.Optional(nullable(PersonName)), { example: 'Lee' }),
        phone: doc(
          'An optional +, a digit, then digits, spaces, parentheses or hyphens. Null clears it.',
          Type.Optional(nullable(Phone)),
          { example: '+1 202 555 0143' },
        ),
        timezone: doc(
          'IANA name of a time zone. Schedules and office hours are read in it at once.',
          Type.Optional(TimeZone),
          { example: 'Europe/Moscow' },
        ),
        locale: doc("Language of agents who have not chosen one; null for the browser's.", Type.Optional(OwnLocale), {
          example: 'en',
        }),
        chats_keep_days: doc(
          'Days without activity after which chats are deleted for good; null keeps them.',
          Type.Optional(nullable(KeepDays)),
          { example: 365 },
        ),
      },
      { minProperties: 1 },
    ),
    audit: 'account.updated',
    replies: { 200: one(Account) },
    problems: ['not_found'],
  }),
};

export const OldChats = Type.Object({
  chats: doc('Chats that the next night would delete.', Type.Integer(), { example: 41 }),
});

export const accountRetentionRoutes = {
  countOldChats: route({
    method: 'GET',
    path: '/v1/account/old-chats',
    summary: 'Count the chats that would be deleted now if they were kept for so many days',
    description:
      'Nothing is deleted or stored: it shows what a change of `chats_keep_days` would mean before you make it.',
    scope: 'account:read',
    rate: 'read',
    query: Type.Object({ chats_keep_days: doc('Days without activity to count with.', KeepDays, { example: 365 }) }),
    replies: { 200: one(OldChats) },
    beyond: true,
  }),
};
