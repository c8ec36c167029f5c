import { type Static, Type } from 'typebox';
import { sentToMany } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { bare, doc, Guid, Id, none, one, page, pageOf } from '../route/schemas.ts';
import {
  Consented,
  optional,
  previewedAs,
  Recipient,
  recipientStates,
  SendName,
  SendPreview,
  sendMembers,
  sendSettings,
  sendStatuses,
  settingsPatch,
} from '../sends/sends.ts';

/** `service` is the site's widget, `ch<id>` a custom channel; anything else is a messenger's code. */
const BroadcastChannel = Type.String({
  pattern: '^(service|ch[1-9][0-9]{0,15}|tg|vk|wa|vb|fb|ok|mx)$',
  examples: ['tg'],
});

/** A template that Meta has approved, which WhatsApp takes at any time. */
const Template = Type.Object(
  {
    /** Meta's name of it; of a number of Twilio the SID of its content. */
    name: Type.String({ pattern: '^([a-z0-9_]{1,512}|HX[0-9a-fA-F]{32})$', examples: ['spring_sale'] }),
    /** Meta's code of a language of the template; `en` by default. */
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}(_[A-Z]{2,3})?$', examples: ['en_US'] })),
    /** Texts for `{{1}}`, `{{2}}` and so on of its body, with the variables of the message. */
    parameters: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1_024 }), { maxItems: 20 })),
  },
  { additionalProperties: false },
);
/** As it is sent: the parameters are written for one contact. */
export type FilledTemplate = Required<Static<typeof Template>>;

const settings = {
  ...sendSettings,
  /** What everybody gets. Texts may have the variables of quick phrases and `{{contact.attributes.KEY|fallback}}`. */
  message: sentToMany(),
  /** Who it is from. */
  agent_id: Id,
  /** On `wa` alone: what customers get instead of the message once the time for replies is over. */
  template: Template,
};

const EXAMPLE = {
  audience: { tags_any: ['vip'] },
  message: { type: 'text', body: 'Hi {{contact.first_name|there}}, the sale has begun.' },
  window: { from: '10:00', to: '20:00' },
};
const Settings = optional(settings, EXAMPLE);
export type BroadcastSettings = Static<typeof Settings>;

export const Broadcast = Type.Object({
  ...sendMembers,
  channel: BroadcastChannel,
  settings: Type.Unsafe<BroadcastSettings>({ type: 'object', additionalProperties: true, examples: [EXAMPLE] }),
});
export type Broadcast = Static<typeof Broadcast>;

/** A test that was stored in the chat of its contact. */
export const BroadcastTest = Type.Object({
  chat_id: doc('The chat the message was sent to.', Id),
  message_id: doc('The message, as stored in that chat.', Id),
});

const read = { scope: 'broadcasts:read', rate: 'read' } as const;
const write = { scope: 'broadcasts:write', rate: 'write' } as const;
const named = { resource: 'broadcast' } as const;

export const broadcasts = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/broadcasts',
    summary: 'List broadcasts, newest first, optionally those with a status or of a channel',
    query: page({
      status: Type.Optional(Type.Enum([...sendStatuses])),
      channel: Type.Optional(BroadcastChannel),
    }),
    replies: { 200: pageOf(Broadcast) },
    problems: ['not_found'],
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/broadcasts',
    summary: 'Create a broadcast as a draft. Its settings may be completed later',
    key: 'required',
    body: Type.Object({ channel: BroadcastChannel, name: SendName, settings: Settings }),
    audit: 'broadcast.created',
    replies: { 201: one(Broadcast) },
  }),
  preview: route({
    ...write,
    method: 'POST',
    path: '/v1/broadcasts/preview',
    summary: 'Preview whom a broadcast with these settings would reach, and why others are skipped. Nothing is stored',
    body: Type.Object({ channel: BroadcastChannel, settings: Settings, ...previewedAs }),
    audit: false,
    replies: { 200: bare(SendPreview) },
    beyond: true,
  }),
  test: route({
    ...write,
    method: 'POST',
    path: '/v1/broadcasts/test',
    summary: 'Send the message of a broadcast with these settings to one contact, such as yourself',
    description:
      'The message is stored and delivered at once, as the contact would get it. Audience, schedule, rate and `min_gap_hours` do not apply, and nothing is counted. A contact who cannot be reached is 422 on `contact_id`.',
    key: 'required',
    body: Type.Object({
      channel: doc('Channel of the chat with the contact.', BroadcastChannel),
      settings: doc('Settings of the broadcast. `message` is required.', Settings),
      contact_id: doc('The contact who gets the message.', Guid),
    }),
    audit: false,
    cap: { limit: 20, seconds: 3_600, per: 'account' },
    replies: { 202: one(BroadcastTest) },
    problems: ['channel_not_ready'],
    beyond: true,
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/broadcasts/{id}',
    summary: 'Retrieve a broadcast with its counts',
    replies: { 200: one(Broadcast) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/broadcasts/{id}',
    summary:
      'Rename a broadcast, or change the settings of a draft. Each member of settings replaces the stored one, and null removes it',
    key: 'required',
    body: Type.Object(
      {
        name: Type.Optional(SendName),
        settings: Type.Optional(settingsPatch(settings, { rate_per_minute: 60, window: null })),
      },
      { minProperties: 1 },
    ),
    audit: 'broadcast.updated',
    replies: { 200: one(Broadcast) },
    problems: ['not_editable'],
  }),
  remove: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/broadcasts/{id}',
    summary: 'Delete a broadcast that is not scheduled, running or paused. Its messages stay in their chats',
    key: 'optional',
    audit: 'broadcast.removed',
    replies: { 204: none },
    problems: ['still_active'],
  }),
  start: route({
    ...write,
    resource: 'startableBroadcast',
    method: 'POST',
    destructive: true,
    path: '/v1/broadcasts/{id}/start',
    summary: 'Start a draft, or schedule it if `send_at` is ahead. `consent` confirms that the recipients agreed to it',
    key: 'required',
    body: Consented,
    audit: 'broadcast.started',
    replies: { 200: one(Broadcast) },
    problems: ['wrong_status', 'channel_not_ready'],
  }),
  transition: route({
    ...write,
    resource: 'activeBroadcast',
    method: 'POST',
    destructive: true,
    path: '/v1/broadcasts/{id}/transition',
    summary:
      'Pause, resume, finish or cancel a broadcast. Once pause, finish or cancel has answered, nothing more is sent',
    key: 'required',
    body: Type.Object({ action: Type.Enum(['pause', 'resume', 'finish', 'cancel']) }),
    audit: 'broadcast.updated',
    replies: { 200: one(Broadcast) },
    problems: ['wrong_status', 'channel_not_ready'],
  }),
  copy: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/broadcasts/{id}/copy',
    summary: 'Copy a broadcast as a new draft with the same name and settings',
    key: 'required',
    audit: 'broadcast.created',
    replies: { 201: one(Broadcast) },
    beyond: true,
  }),
  listRecipients: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/broadcasts/{id}/recipients',
    summary: 'List the recipients of a broadcast with what became of each',
    query: page({ state: Type.Optional(Type.Enum([...recipientStates])) }),
    replies: { 200: pageOf(Recipient) },
    beyond: true,
  }),
};
