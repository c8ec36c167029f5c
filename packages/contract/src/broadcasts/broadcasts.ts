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
    name: doc(
      'Name in WhatsApp Manager; for a number of Twilio, the SID of its content.',
      Type.String({ pattern: '^([a-z0-9_]{1,512}|HX[0-9a-fA-F]{32})$', examples: ['spring_sale'] }),
      { example: 'spring_sale' },
    ),
    language: doc(
      "Meta's code of a language of the template; `en` by default.",
      Type.Optional(Type.String({ pattern: '^[a-z]{2,3}(_[A-Z]{2,3})?$', examples: ['en_US'] })),
      { example: 'en_US' },
    ),
    parameters: doc(
      'Texts for `{{1}}`, `{{2}}` and so on of its body, with the variables of the message.',
      Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1_024 }), { maxItems: 20 })),
      { example: ['{{contact.first_name|there}}'] },
    ),
  },
  { additionalProperties: false },
);
/** As it is sent: the parameters are written for one contact. */
export type FilledTemplate = Required<Static<typeof Template>>;

const settings = {
  ...sendSettings,
  message: doc(
    'What everybody gets. Texts may have the variables of quick phrases and `{{contact.attributes.KEY|fallback}}`.',
    sentToMany(),
  ),
  agent_id: doc('Who it is from.', Id),
  template: doc(
    'On `wa` alone: what customers get instead of the message once the time for replies is over.',
    Template,
  ),
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
  channel: doc(
    "`service` is the site, `ch<id>` a custom channel; anything else is a messenger's code.",
    BroadcastChannel,
    { example: 'tg' },
  ),
  settings: doc(
    'What was set so far.',
    Type.Unsafe<BroadcastSettings>({ type: 'object', additionalProperties: true, examples: [EXAMPLE] }),
  ),
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
    description: 'With the counts of each, which change while one runs.',
    query: page({
      status: doc('Only broadcasts with this status.', Type.Optional(Type.Enum([...sendStatuses]))),
      channel: doc(
        'Only broadcasts of this channel. An unknown custom channel is 404.',
        Type.Optional(BroadcastChannel),
        { example: 'tg' },
      ),
    }),
    replies: { 200: pageOf(Broadcast) },
    problems: ['not_found'],
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/broadcasts',
    summary: 'Create a broadcast as a draft. Its settings may be completed later',
    description:
      'Nothing is sent before `start`. Unknown members of `settings` are 422 now, missing ones only at the start.',
    key: 'required',
    body: Type.Object({
      channel: doc("Where it goes: `service`, `ch<id>` or a messenger's code.", BroadcastChannel, { example: 'tg' }),
      name: doc("For the team; recipients don't see it.", SendName, { example: 'Spring sale' }),
      settings: doc('Settings; may be empty for now.', Settings),
    }),
    audit: 'broadcast.created',
    replies: { 201: one(Broadcast) },
  }),
  preview: route({
    ...write,
    method: 'POST',
    path: '/v1/broadcasts/preview',
    summary: 'Preview whom a broadcast with these settings would reach, and why others are skipped. Nothing is stored',
    description:
      'Applies the same rules as the start, at this moment. The audience is frozen only when the broadcast begins to run.',
    body: Type.Object({
      channel: doc('Where it would go.', BroadcastChannel, { example: 'tg' }),
      settings: doc('Settings to try.', Settings),
      ...previewedAs,
    }),
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
      channel: doc('Channel of the chat with the contact.', BroadcastChannel, { example: 'service' }),
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
    description: '`counts.total` is 0 until the broadcast begins to run and its recipients are frozen.',
    replies: { 200: one(Broadcast) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/broadcasts/{id}',
    summary:
      'Rename a broadcast, or change the settings of a draft. Each member of settings replaces the stored one, and null removes it',
    description: 'The name can always be changed, settings only in a draft (409 `not_editable`).',
    key: 'required',
    body: Type.Object(
      {
        name: doc("For the team; recipients don't see it.", Type.Optional(SendName), { example: 'Spring sale' }),
        settings: doc(
          'Members to replace or, with null, to remove.',
          Type.Optional(settingsPatch(settings, { rate_per_minute: 60, window: null })),
        ),
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
    description:
      'Cancel or finish it first if it is under way. Messages that were sent stay, and so do suppressions that it caused.',
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
    description:
      'Everybody gets it at most once. Incomplete settings or an audience without anybody to reach are 422; a channel that is not connected is 409 `channel_not_ready`. `message.created` is emitted for each message.',
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
    description:
      "A message whose outcome is unknown is never sent again. A finished or cancelled broadcast can't be resumed: copy it.",
    key: 'required',
    body: Type.Object({
      action: doc(
        'What to do: `pause`, `resume`, `finish` (done, the rest is skipped) or `cancel`.',
        Type.Enum(['pause', 'resume', 'finish', 'cancel']),
      ),
    }),
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
    description: 'Consent, counts and recipients are not copied.',
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
    description:
      'Empty until the broadcast begins to run. `reason` says why somebody was skipped or the message failed.',
    query: page({ state: doc('Only recipients in this state.', Type.Optional(Type.Enum([...recipientStates]))) }),
    replies: { 200: pageOf(Recipient) },
    beyond: true,
  }),
};
