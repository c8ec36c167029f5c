import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, nullable, one, Timestamp } from '../route/schemas.ts';
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
  id: Id,
  name: nullable(Type.String()),
  surname: nullable(Type.String()),
  phone: nullable(Type.String()),
  email: Type.String(),
  /** IANA name. Office hours are in it. */
  timezone: Type.String(),
  /** Language of agents who have not chosen one. */
  locale: OwnLocale,
  /** Chats without activity for so many days are deleted every night; null keeps them. */
  chats_keep_days: nullable(Type.Integer()),
  seats: Type.Integer(),
  legal_entities: Type.Array(Type.Object({ id: Id })),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const account = {
  read: route({
    method: 'GET',
    path: '/v1/account',
    summary: "Retrieve the profile of the widget's account, with its legal entities",
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
    scope: 'account:write',
    rate: 'write',
    key: 'required',
    purges: 'account',
    body: Type.Object(
      {
        name: Type.Optional(nullable(PersonName)),
        surname: Type.Optional(nullable(PersonName)),
        phone: Type.Optional(nullable(Phone)),
        timezone: Type.Optional(TimeZone),
        locale: Type.Optional(OwnLocale),
        chats_keep_days: Type.Optional(nullable(KeepDays)),
      },
      { minProperties: 1 },
    ),
    audit: 'account.updated',
    replies: { 200: one(Account) },
    problems: ['not_found'],
  }),
};

export const OldChats = Type.Object({ chats: Type.Integer() });

export const accountRetentionRoutes = {
  countOldChats: route({
    method: 'GET',
    path: '/v1/account/old-chats',
    summary: 'Count the chats that would be deleted now if they were kept for so many days',
    scope: 'account:read',
    rate: 'read',
    query: Type.Object({ chats_keep_days: KeepDays }),
    replies: { 200: one(OldChats) },
    beyond: true,
  }),
};
