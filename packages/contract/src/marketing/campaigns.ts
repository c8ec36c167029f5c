import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, doc, Email, Guid, none, nullable, one, page, pageOf } from '../route/schemas.ts';
import {
  Consented,
  optional,
  previewedAs,
  Recipient,
  recipientStates,
  SendCounts,
  SendName,
  SendPreview,
  sendMembers,
  sendSettings,
  sendStatuses,
  settingsPatch,
} from '../sends/sends.ts';
import { invitationSteps } from '../smart-invitations/funnel.ts';
import { InvitationRule, InvitationRuleContent } from '../smart-invitations/rule.ts';

export const campaignTypes = ['email', 'onsite'] as const;
export type CampaignType = (typeof campaignTypes)[number];

/** Who may be written to: contacts with a recorded consent, or also those without a record, for whom the caller vouches. */
export const consentBases = ['recorded', 'attested'] as const;

const ONE_LINE = '^[^\\u0000-\\u001f\\u007f\\u0085\\u2028\\u2029]*$';
const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: ONE_LINE });

/** Settings of an e-mail campaign. Texts may have variables, also `{{unsubscribe_url}}`. */
const emailSettings = {
  ...sendSettings,
  subject: doc('Subject line; may have variables.', line(255), { example: 'The sale has begun' }),
  html: doc(
    'The e-mail in HTML; may have variables, also `{{unsubscribe_url}}`.',
    Type.String({ minLength: 1, maxLength: 500_000 }),
    { example: '<p>Hi {{contact.first_name|there}}, have a look.</p>' },
  ),
  text: doc(
    'The e-mail as plain text. Left out: made from `html`.',
    Type.String({ minLength: 1, maxLength: 100_000 }),
    { example: 'Hi {{contact.first_name|there}}, have a look.' },
  ),
  preheader: doc('What mail clients show after the subject.', line(255), { example: 'Ten days, thirty teas' }),
  from_name: doc('Replaces the name before the address of the server.', line(100), { example: 'Tea & Co' }),
  reply_to: doc('Where replies go.', Email, { example: 'hello@example.com' }),
  consent_basis: doc(
    'Contacts with a recorded consent, or also those without a record, for whom you vouch. `recorded` by default.',
    Type.Enum([...consentBases]),
  ),
  track_clicks: doc('Counts clicks on links of `html`. Opens are not tracked.', Type.Boolean()),
};

/** An invitation whose name is that of the campaign by default; `enabled` has no effect on it. */
export const OnsiteRule = Type.Object(
  {
    ...InvitationRuleContent.properties,
    name: doc('For the team; by default the name of the campaign.', Type.Optional(InvitationRule.properties.name), {
      example: 'Cart',
    }),
  },
  { additionalProperties: false },
);

/** Settings of an on-site campaign. */
const onsiteSettings = {
  rule: doc('The invitation, as in `PUT /v1/invitations/rules`; `enabled` has no effect.', OnsiteRule),
  starts_at: doc('When it starts, instead of at once.', Type.String({ format: 'moment' })),
  ends_at: doc('When it finishes by itself.', Type.String({ format: 'moment' })),
};

/** Members that a campaign of each type may have in its settings. */
export const campaignSettings: Record<CampaignType, readonly string[]> = {
  email: Object.keys(emailSettings),
  onsite: Object.keys(onsiteSettings),
};

const settings = { ...emailSettings, ...onsiteSettings };

const EXAMPLE = {
  audience: { tags_any: ['vip'] },
  subject: 'The sale has begun',
  html: '<p>Hi {{contact.first_name|there}}, have a look.</p><p><a href="{{unsubscribe_url}}">Unsubscribe</a></p>',
};
const Settings = optional(settings, EXAMPLE);
export type CampaignSettings = Static<typeof Settings>;
const EmailSettings = optional(emailSettings, EXAMPLE);
export type EmailSettings = Static<typeof EmailSettings>;
const OnsiteSettings = optional(onsiteSettings, { rule: { trigger: { type: 'time', seconds: 20 }, text: 'Hello!' } });
export type OnsiteSettings = Static<typeof OnsiteSettings>;

/** What visitors did with an on-site campaign. */
const OnsiteCounts = Type.Object(invitationSteps);
export type OnsiteCounts = Static<typeof OnsiteCounts>;

const { counts: _, ...members } = sendMembers;

export const Campaign = Type.Object({
  ...members,
  type: doc('By e-mail, or as an invitation on the site.', Type.Enum([...campaignTypes])),
  counts: doc(
    'Of recipients for e-mail, and of visitors as in the funnel of invitations for `onsite`.',
    Type.Union([SendCounts, OnsiteCounts]),
  ),
  settings: doc(
    'What was set so far.',
    Type.Unsafe<CampaignSettings>({ type: 'object', additionalProperties: true, examples: [EXAMPLE] }),
  ),
});
export type Campaign = Static<typeof Campaign>;

export const CampaignPreview = Type.Object({
  ...SendPreview.properties,
  samples: doc(
    'The contact that was asked for, or up to five that would be sent to, and what each would get.',
    Type.Array(
      Type.Object({
        contact_id: doc('The contact.', Guid),
        contact_name: doc('Name of the contact; null if it is unknown.', nullable(Type.String()), {
          example: 'Ann Lee',
        }),
        subject: doc('Subject with the variables filled in.', Type.String(), { example: 'The sale has begun' }),
        text: doc('Plain text with the variables filled in.', Type.String(), { example: 'Hi Ann, have a look.' }),
        html: doc('HTML with the variables filled in; null for an e-mail without HTML.', nullable(Type.String()), {
          example: '<p>Hi Ann, have a look.</p>',
        }),
      }),
    ),
  ),
});
export type CampaignPreview = Static<typeof CampaignPreview>;

export const CampaignTest = Type.Object({
  sent: doc('Whether the mail server took it; true for the outbox too.', Type.Boolean()),
  to: doc('Where it went.', Type.String(), { example: 'ann@example.com' }),
  response: doc(
    "The mail server's own words, the error on the way to it, or the file's name in the outbox.",
    Type.String(),
    { example: '250 2.0.0 Ok: queued as 4C1A72' },
  ),
});

const read = { scope: 'marketing:read', rate: 'read' } as const;
const write = { scope: 'marketing:write', rate: 'write' } as const;
const named = { resource: 'campaign' } as const;

export const campaigns = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/marketing/campaigns',
    summary: 'List campaigns, newest first, optionally of a type or with a status',
    description: 'With the counts of each, which change while one runs.',
    query: page({
      type: doc('Only campaigns of this type.', Type.Optional(Type.Enum([...campaignTypes]))),
      status: doc('Only campaigns with this status.', Type.Optional(Type.Enum([...sendStatuses]))),
    }),
    replies: { 200: pageOf(Campaign) },
    problems: ['not_found'],
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/marketing/campaigns',
    summary: 'Create a campaign as a draft. Its settings may be completed later',
    description:
      'Nothing is sent or shown before it is started. Unknown members of `settings` are 422 now, missing ones only at the start.',
    key: 'required',
    body: Type.Object({
      type: doc(
        "By e-mail, or as an invitation on the site; it can't be changed later.",
        Type.Enum([...campaignTypes]),
      ),
      name: doc("For the team; recipients don't see it.", SendName, { example: 'Spring sale' }),
      settings: doc('Settings; may be empty for now.', Settings),
    }),
    audit: 'campaign.created',
    replies: { 201: one(Campaign) },
  }),
  preview: route({
    ...write,
    method: 'POST',
    path: '/v1/marketing/campaigns/preview',
    summary:
      'Preview whom an e-mail campaign with these settings would reach, and why others are skipped. Nothing is stored',
    description:
      'Applies the same rules as sending, at this moment. An on-site campaign is 409 `not_email`: use `POST /v1/invitations/simulate`.',
    body: Type.Object({
      type: doc('Must be `email`.', Type.Enum([...campaignTypes])),
      settings: doc('Settings to try.', Settings),
      ...previewedAs,
    }),
    audit: false,
    replies: { 200: bare(CampaignPreview) },
    problems: ['not_email'],
    beyond: true,
  }),
  test: route({
    ...write,
    method: 'POST',
    path: '/v1/marketing/campaigns/test',
    summary:
      'Send an e-mail with these settings to yourself; a token sends it to the address of the account. It is not counted, and its links to unsubscribe do nothing',
    description: 'The response is 200 also when the mail server refused: read `sent` and `response`.',
    key: 'optional',
    body: Type.Object({ settings: doc('Settings to try; they need not be stored.', Settings), ...previewedAs }),
    audit: false,
    cap: { limit: 20, seconds: 3_600, per: 'account' },
    replies: { 200: one(CampaignTest) },
    beyond: true,
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/marketing/campaigns/{id}',
    summary: 'Retrieve a campaign with its counts',
    description: 'Counts of an e-mail campaign are of recipients; those of an on-site campaign are of visitors.',
    replies: { 200: one(Campaign) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/marketing/campaigns/{id}',
    summary:
      'Rename a campaign, or change the settings of a draft. Each member of settings replaces the stored one, and null removes it',
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
    audit: 'campaign.updated',
    replies: { 200: one(Campaign) },
    problems: ['not_editable'],
  }),
  remove: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/marketing/campaigns/{id}',
    summary: 'Delete a campaign that is not scheduled, running or paused. Links in its e-mails keep working',
    description: 'Finish it first if it is under way. Links to unsubscribe keep working.',
    key: 'optional',
    audit: 'campaign.removed',
    replies: { 204: none },
    problems: ['still_active'],
  }),
  send: route({
    ...write,
    resource: 'startableCampaign',
    method: 'POST',
    destructive: true,
    path: '/v1/marketing/campaigns/{id}/send',
    summary:
      'Send the draft of an e-mail campaign, or schedule it if `send_at` is ahead. `consent` confirms that the recipients agreed to it',
    description:
      'Every e-mail has a link and a header to unsubscribe. Everybody gets it at most once. It pauses itself when over a fifth of at least 20 e-mails fail (`too_many_failures`).',
    key: 'required',
    body: Consented,
    audit: 'campaign.started',
    replies: { 200: one(Campaign) },
    problems: ['wrong_status', 'not_email'],
  }),
  transition: route({
    ...write,
    resource: 'activeCampaign',
    method: 'POST',
    destructive: true,
    path: '/v1/marketing/campaigns/{id}/transition',
    summary:
      'Start an on-site campaign, or pause, resume or finish a campaign. Once pause or finish has answered, nothing more is sent or shown',
    description:
      "An e-mail campaign is started by `send` instead (409 `send_required`), since that asks for the consent. A finished campaign can't be resumed: copy it.",
    key: 'required',
    body: Type.Object({
      action: doc('What to do; `finish` ends it for good.', Type.Enum(['start', 'pause', 'resume', 'finish'])),
    }),
    audit: 'campaign.updated',
    replies: { 200: one(Campaign) },
    problems: ['wrong_status', 'send_required'],
  }),
  copy: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/marketing/campaigns/{id}/copy',
    summary: 'Copy a campaign as a new draft with the same name and settings',
    description: 'Consent, counts and recipients are not copied.',
    key: 'required',
    audit: 'campaign.created',
    replies: { 201: one(Campaign) },
    beyond: true,
  }),
  listRecipients: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/marketing/campaigns/{id}/recipients',
    summary: 'List the recipients of an e-mail campaign with what became of each. An on-site campaign has none',
    description: 'Empty until the campaign begins to run. `reason` says why somebody was skipped or the e-mail failed.',
    query: page({ state: doc('Only recipients in this state.', Type.Optional(Type.Enum([...recipientStates]))) }),
    replies: { 200: pageOf(Recipient) },
    beyond: true,
  }),
};
