import { Type } from 'typebox';
import { contactFields } from '../contacts/contacts.ts';
import { File } from '../files/files.ts';
import { ClientMessageId, sent, VisitorMessage, written } from '../messages/messages.ts';
import { messengerProviders } from '../messengers/messengers.ts';
import { route } from '../route/route.ts';
import {
  bare,
  defaulted,
  doc,
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
  name: doc('Full name; null if unknown.', nullable(Type.String()), { example: 'Ira Novak' }),
  email: doc('E-mail address; null if unknown.', nullable(Type.String()), { example: 'ira@example.com' }),
  phone: doc('Phone number; null if unknown.', nullable(Type.String()), { example: '+7 900 123-45-67' }),
  description: doc('What agents should know about the visitor; null for nothing.', nullable(Type.String()), {
    example: null,
  }),
};
const VisitorContact = Type.Object({ id: doc('Public id of the contact.', Guid), ...Introduction });

const Unread = doc('Messages that the visitor has not seen.', Type.Integer(), { example: 1 });
const Online = doc('Whether somebody can answer: an agent is at work, or an AI operator answers.', Type.Boolean());
const Page = 'URL of the page that is open.';
const Referrer = doc('Where the visitor came from.', Type.Optional(Address), {
  example: 'https://search.example.com/',
});
const CART = 'https://shop.example.com/cart';

/** What an opened chat shows first. */
const opened = {
  contact_id: doc('The contact; null until the first message or form.', nullable(Guid)),
  chat_id: doc('The chat; null until the first message.', nullable(Id)),
  unread: Unread,
  rating_requested_at: doc('When a rating was requested; null if none is awaited.', nullable(Timestamp), {
    example: null,
  }),
  chat: doc('The chat, without its messages; null until the first message.', nullable(VisitorChat)),
  contact: doc(
    'What is known of the visitor; null until the first message or form.',
    nullable(Type.Object(Introduction)),
  ),
  history: doc(
    'The newest 30 messages, newest first; `GET …/messages` goes on from the cursor.',
    Type.Object({
      data: doc('Messages of the chat.', Type.Array(VisitorMessage)),
      next_cursor: doc('The `cursor` of the next page; null if there are no older messages.', nullable(Type.String())),
    }),
  ),
  online: Online,
};

const CustomField = Type.Object(
  {
    title: doc('Label of the field; left out: none.', Type.Optional(Type.String({ maxLength: 255 })), {
      example: 'Plan',
    }),
    content: doc('What agents read.', Type.String({ maxLength: 4_000 }), { example: 'Pro' }),
    link: doc(
      'Where the field leads, over http or https; left out: nowhere.',
      Type.Optional(Type.String({ format: 'web-link', maxLength: 2_048 })),
      { example: 'https://shop.example.com/customers/42' },
    ),
  },
  { additionalProperties: false },
);

const Config = Type.Object({ ...WidgetConfig.properties, online: Online });

const inWidget = {
  params: Type.Object({ button_guid: doc('Public id of the widget, as in its script tag.', Guid) }),
  resource: 'widget',
  beyond: true,
} as const;
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
    description:
      'Needs no token. `revision` changes whenever the rest may have. See [the visitor API](/docs/guides/visitor-api).',
    rate: 'read',
    replies: { 200: bare(Config) },
    problems: ['visitor_blocked'],
  }),
  visit: route({
    ...anyPage,
    method: 'POST',
    path: '/widget-api/{button_guid}/visit',
    summary: 'Report a page view. Does not create a contact',
    description:
      "Send it when a page is opened and every 30 seconds while it is open: 90 seconds without one end the visit. Needs no token; with one, the visit is that visitor's.",
    rate: 'write',
    body: Type.Object({
      page: doc(Page, Address, { example: CART }),
      title: doc('Title of the page.', Type.Optional(Type.String({ maxLength: 1_000 })), { example: 'Cart' }),
      referrer: Referrer,
      visit_id: doc('The visit so far, from the last response. Left out: a new one.', Type.Optional(VisitId)),
    }),
    replies: {
      200: bare(
        Type.Object({
          online: Online,
          unread: Unread,
          invited: doc('An agent wrote first: `POST …/session` with the `visit_id` opens that chat.', Type.Boolean()),
          visit_id: doc('Send it from the next page, and from this one every 30 seconds while it is open.', VisitId),
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
    description:
      'With a valid token, the response has the same token; otherwise a new one. The contact and the chat are created by the first message, not here.',
    rate: 'write',
    body: Type.Object({
      page: doc(Page, Type.Optional(Address), { example: CART }),
      referrer: Referrer,
      locale: doc('Language of the visitor, for e-mails and phrases to them.', Type.Optional(LocaleTag), {
        example: 'en',
      }),
      visit_id: doc('The current visit; opens the chat that an agent started in it.', Type.Optional(VisitId)),
      impression_id: doc(
        'The invitation that the visitor saw last: a first message within 24 hours answers it.',
        Type.Optional(ImpressionId),
      ),
    }),
    replies: {
      201: bare(
        Type.Object({
          token: doc(
            'The visitor token. Store it on the device: it gives the visitor the same chat again.',
            Type.String(),
          ),
          ...opened,
        }),
      ),
    },
    problems: ['visitor_blocked'],
  }),
  listMessages: route({
    ...reads,
    method: 'GET',
    path: '/widget-api/{button_guid}/messages',
    summary: 'List messages, newest first, or those after a message',
    description:
      'Poll it with `after_seq`, or get messages at once over a [socket](/docs/guides/realtime). Without a chat the list is empty.',
    query: page({
      after_seq: doc(
        'Only messages after this `seq`, also newest first.',
        Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_MESSAGES })),
        { example: 4 },
      ),
    }),
    replies: { 200: pageOf(VisitorMessage) },
  }),
  send: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/messages',
    summary: 'Send a message. A repeated client_message_id returns the stored message',
    description: 'The first message creates the contact and the chat; a later one reopens a closed chat.',
    body: sent(['text', 'image', 'file', 'location', 'sticker'], {
      most: MAX_CHARACTERS,
      more: {
        client_message_id: doc('Your own id of the message, unique in the chat, such as a UUID.', ClientMessageId, {
          example: '0b51f2a6-6f0e-4c65-9d0e-1f3a2b4c5d6e',
        }),
      },
    }),
    replies: { 201: one(VisitorMessage) },
  }),
  upload: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/files',
    summary: 'Upload a file to send in a message',
    description:
      'A multipart field `file` of up to 10 MB. Its id is for a message of type `image` or `file`. A visitor may upload 30 files an hour.',
    upload: true,
    replies: { 201: one(File) },
  }),
  sendTyping: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/typing',
    summary: 'Show that the visitor is typing',
    description: '202: agents were notified; nothing is stored. Without a chat it does nothing.',
    body: Type.Object({
      state: doc('Whether the visitor begins or stops typing.', defaulted(Type.Enum(['start', 'stop']), 'start')),
    }),
    replies: { 202: none },
  }),
  markSeen: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/seen',
    summary: 'Mark messages as seen up to a message',
    description: 'Agents see how far the visitor has read. A lower `seq` than before changes nothing.',
    body: Type.Object({
      seq: doc('`seq` of the last message that was seen.', Type.Integer({ minimum: 1, maximum: MAX_MESSAGES }), {
        example: 5,
      }),
    }),
    replies: { 200: bare(Type.Object({ unread: Unread })) },
  }),
  rate: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/rating',
    summary: 'Rate the agent who handles the chat',
    description:
      'Replaces an earlier rating of the same agent and emits `chat.rated`. 409 while nobody handles the chat.',
    body: Type.Object({
      score: doc('From 1, the worst, to 5.', Type.Integer({ minimum: 1, maximum: 5 }), { example: 5 }),
      comment: doc('In their own words.', Type.Optional(written(2_000)), { example: 'Quick and friendly.' }),
    }),
    replies: {
      201: one(
        Type.Object({
          score: doc('The stored score, 1 to 5.', Type.Integer(), { example: 5 }),
          comment: doc('The stored comment; null for none.', nullable(Type.String()), {
            example: 'Quick and friendly.',
          }),
        }),
      ),
    },
    problems: ['nobody_to_rate'],
  }),
  updateContact: route({
    ...writes,
    method: 'PATCH',
    path: '/widget-api/{button_guid}/contact',
    summary: "Update the visitor's contact fields, from a form or from a script of the site",
    description:
      'Creates the contact if there is none. Members that are left out stay; null clears a field. From a form it emits `contact.updated`; the first name, e-mail address or phone number emits `visitor.lead`.',
    query: Type.Object({
      via: doc(
        'Who fills in the fields: the visitor in a `form`, or a script of the site (`api`), which needs the API to be switched on.',
        defaulted(Type.Enum(['form', 'api']), 'form'),
      ),
    }),
    body: Type.Object(
      {
        ...contactFields,
        marketing_consent: doc(
          'The box of `marketing_consent` was ticked. It counts once the visitor confirms it by e-mail; ignored where there is no box.',
          Type.Optional(Type.Boolean()),
        ),
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
    description:
      'Replaces all fields. They wait for the contact if the visitor is none yet. 403 while the API is switched off.',
    body: Type.Object({
      fields: doc(
        'All fields, in the order shown; an empty list removes them.',
        Type.Array(CustomField, { maxItems: 50 }),
      ),
    }),
    replies: { 204: none },
    problems: ['api_disabled'],
  }),
  identify: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/identity',
    summary: 'Verify which user of the site the visitor is. A user has one chat on all devices',
    description:
      "Merges what the visitor wrote on this device into the user's chat. See [verified identity](/docs/guides/identity) for the signature. A wrong or expired one is 403 and changes nothing.",
    body: Type.Object({
      user_id: doc("The user's id on your site.", Type.String({ minLength: 1, maxLength: 255 }), {
        example: 'user-42',
      }),
      expires: doc('Until when the signature is valid, in Unix seconds, at most 30 days ahead.', Type.Integer(), {
        example: 1_790_000_000,
      }),
      signature: doc(
        "HMAC-SHA256 of `user_id.expires` with the widget's identity key, in hex.",
        Type.String({ pattern: '^[0-9A-Fa-f]{64}$' }),
      ),
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
    description:
      'Creates the contact if there is none. The first person to open the link becomes the same contact in the messenger. See [messengers](/docs/guides/messengers#continue-in-a-messenger).',
    body: Type.Object({ provider: doc('The messenger.', Type.Enum([...messengerProviders])) }),
    replies: {
      201: bare(
        Type.Object({
          url: doc('Opens the messenger; send it to nobody but the visitor.', Type.String(), {
            example: 'https://t.me/example_bot?start=Zk2b0vQ9c1XyT7uRw5aLmA',
          }),
          expires_at: doc('Until when the link works.', Timestamp),
        }),
      ),
    },
    problems: ['messenger_not_connected'],
  }),
  mailTranscript: route({
    ...writes,
    method: 'POST',
    path: '/widget-api/{button_guid}/transcript',
    summary: 'E-mail the transcript to an address, which is not stored on the contact',
    description: '202: the e-mail is sent soon. A visitor may ask for three an hour.',
    body: Type.Object({ email: doc('Where to send it.', Email, { example: 'ira@example.com' }) }),
    replies: { 202: none },
    problems: ['transcript_disabled'],
  }),
};
