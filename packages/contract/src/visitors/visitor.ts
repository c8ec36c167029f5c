import { Type } from 'typebox';
import { contactFields } from '../contacts/contacts.ts';
import { File } from '../files/files.ts';
import { ClientMessageId, sent, VisitorMessage, written } from '../messages/messages.ts';
import { messengerProviders } from '../messengers/messengers.ts';
import { route } from '../route/route.ts';
import {
  bare,
  defaulted,
  Email,
  Guid,
  Id,
  LocaleTag,
  none,
  nullable,
  one,
  page,
  pageOf,
  Timestamp,
} from '../route/schemas.ts';
import { ImpressionId } from '../smart-invitations/impressions.ts';
import { WidgetConfig } from '../widget/config.ts';
import { MAX_MESSAGES, VisitorChat } from './visitor-chat.ts';
import { VisitId } from './visitors.ts';

// What the widget calls from a site's pages. A visitor gets a token when they open the chat.

const Address = Type.String({ maxLength: 2_048 });

const Introduction = {
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  description: nullable(Type.String()),
};
const VisitorContact = Type.Object({ id: Guid, ...Introduction });

/** What an opened chat shows first. */
const opened = {
  contact_id: nullable(Guid),
  chat_id: nullable(Id),
  unread: Type.Integer(),
  rating_requested_at: nullable(Timestamp),
  chat: nullable(VisitorChat),
  contact: nullable(Type.Object(Introduction)),
  /** The newest messages, newest first; `GET …/messages` goes on from the cursor. */
  history: Type.Object({ data: Type.Array(VisitorMessage), next_cursor: nullable(Type.String()) }),
  /** Whether an agent is online. */
  online: Type.Boolean(),
};

const CustomField = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 255 })),
    content: Type.String({ maxLength: 4_000 }),
    link: Type.Optional(Type.String({ format: 'web-link', maxLength: 2_048 })),
  },
  { additionalProperties: false },
);

const Config = Type.Object({ ...WidgetConfig.properties, online: Type.Boolean() });

const inWidget = { params: Type.Object({ button_guid: Guid }), resource: 'widget', beyond: true } as const;
const anyPage = { ...inWidget, auth: 'widget' } as const;
const reads = { ...inWidget, auth: 'visitor', rate: 'read' } as const;
const writes = { ...inWidget, auth: 'visitor', rate: 'write' } as const;

const MAX_CHARACTERS = 10_000;

export const visitor = {
  readConfig: route({
    ...anyPage,
    method: 'GET',
    path: '/widget-api/{button_guid}/config',
    summary: 'Retrieve everything the widget needs to render',
    rate: 'read',
    replies: { 200: bare(Config) },
    problems: ['visitor_blocked'],
  }),
  visit: route({
    ...anyPage,
    method: 'POST',
    path: '/widget-api/{button_guid}/visit',
    summary: 'Report a page view. Does not create a contact',
    rate: 'write',
    body: Type.Object({
      page: Address,
      title: Type.Optional(Type.String({ maxLength: 1_000 })),
      referrer: Type.Optional(Address),
      visit_id: Type.Optional(VisitId),
    }),
    replies: {
      200: bare(
        Type.Object({
          online: Type.Boolean(),
          unread: Type.Integer(),
          /** An agent wrote first: `POST …/session` with the `visit_id` opens that chat. */
          invited: Type.Boolean(),
          /** Send it from the next page, and from this one every 30 seconds while it is open. */
          visit_id: VisitId,
        }),
      ),
    },
    problems: ['visitor_blocked'],
  }),
  open: route({
    ...anyPage,
    method: 'POST',
    path: '/widget-api/{button_guid}/session',
    summary: 'Open the chat: create a visitor token, or refresh the session of an existing one',
    rate: 'write',
    body: Type.Object({
      page: Type.Optional(Address),
      referrer: Type.Optional(Address),
      locale: Type.Optional(LocaleTag),
      /** The current visit; opens the chat that an agent started in it. */
      visit_id: Type.Optional(VisitId),
      /** The invitation that the visitor saw last: a first message within 24 hours answers it. */
      impression_id: Type.Optional(ImpressionId),
    }),
    replies: {
      201: bare(Type.Object({ token: Type.String(), ...opened })),
    },
    problems: ['visitor_blocked'],
  }),
  listMessages: route({
    ...reads,
    method: 'GET',
    path: '/widget-api/{button_guid}/messages',
    summary: 'List messages, newest first, or those after a message',
    query: page({ after_seq: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_MESSAGES })) }),
    replies: { 200: pageOf(VisitorMessage) },
  }),
  send: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/messages',
    summary: 'Send a message. A repeated client_message_id returns the stored message',
    body: sent(['text', 'image', 'file', 'location', 'sticker'], {
      most: MAX_CHARACTERS,
      more: { client_message_id: ClientMessageId },
    }),
    replies: { 201: one(VisitorMessage) },
  }),
  upload: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/files',
    summary: 'Upload a file to send in a message',
    upload: true,
    replies: { 201: one(File) },
  }),
  sendTyping: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/typing',
    summary: 'Show that the visitor is typing',
    body: Type.Object({ state: defaulted(Type.Enum(['start', 'stop']), 'start') }),
    replies: { 202: none },
  }),
  markSeen: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/seen',
    summary: 'Mark messages as seen up to a message',
    body: Type.Object({ seq: Type.Integer({ minimum: 1, maximum: MAX_MESSAGES }) }),
    replies: { 200: bare(Type.Object({ unread: Type.Integer() })) },
  }),
  rate: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/rating',
    summary: 'Rate the agent who handles the chat',
    body: Type.Object({ score: Type.Integer({ minimum: 1, maximum: 5 }), comment: Type.Optional(written(2_000)) }),
    replies: { 201: one(Type.Object({ score: Type.Integer(), comment: nullable(Type.String()) })) },
    problems: ['nobody_to_rate'],
  }),
  updateContact: route({
    ...writes,
    method: 'PATCH',
    path: '/widget-api/{button_guid}/contact',
    summary: "Update the visitor's contact fields, from a form or from a script of the site",
    query: Type.Object({ via: defaulted(Type.Enum(['form', 'api']), 'form') }),
    body: Type.Object(
      {
        ...contactFields,
        /** The box of `marketing_consent` was ticked. It counts once the visitor confirms it by e-mail; ignored where there is no box. */
        marketing_consent: Type.Optional(Type.Boolean()),
      },
      { minProperties: 1 },
    ),
    replies: { 200: one(VisitorContact) },
    problems: ['api_disabled'],
  }),
  setCustomData: route({
    ...writes,
    method: 'PUT',
    path: '/widget-api/{button_guid}/custom-data',
    summary: 'Set the fields that the site shows to agents about the visitor',
    body: Type.Object({ fields: Type.Array(CustomField, { maxItems: 50 }) }),
    replies: { 204: none },
    problems: ['api_disabled'],
  }),
  identify: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/identity',
    summary: 'Verify which user of the site the visitor is. A user has one chat on all devices',
    body: Type.Object({
      user_id: Type.String({ minLength: 1, maxLength: 255 }),
      /** Unix seconds, at most 30 days ahead. */
      expires: Type.Integer(),
      /** HMAC-SHA256 of `user_id.expires` with the widget's identity key. */
      signature: Type.String({ pattern: '^[0-9A-Fa-f]{64}$' }),
    }),
    replies: { 200: bare(Type.Object(opened)) },
    problems: ['api_disabled', 'identity_invalid'],
  }),
  linkMessenger: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/messenger-link',
    summary:
      'Create a link into a messenger, in which the visitor is the same contact. It serves once within 15 minutes',
    body: Type.Object({ provider: Type.Enum([...messengerProviders]) }),
    replies: { 201: bare(Type.Object({ url: Type.String(), expires_at: Timestamp })) },
    problems: ['messenger_not_connected'],
  }),
  mailTranscript: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/transcript',
    summary: 'E-mail the transcript to an address, which is not stored on the contact',
    body: Type.Object({ email: Email }),
    replies: { 202: none },
    problems: ['transcript_disabled'],
  }),
};
