import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, Email, Guid, none, nullable, one, page, pageOf } from '../route/schemas.ts';
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
  subject: line(255),
  html: Type.String({ minLength: 1, maxLength: 500_000 }),
  /** Without it, a text is made from `html`. */
  text: Type.String({ minLength: 1, maxLength: 100_000 }),
  /** What mail clients show after the subject. */
  preheader: line(255),
  /** Replaces the name before the address of the server. */
  from_name: line(100),
  reply_to: Email,
  /** By default `recorded`. */
  consent_basis: Type.Enum([...consentBases]),
  /** Counts clicks on links of `html`. Opens are not tracked. */
  track_clicks: Type.Boolean(),
};

/** An invitation whose name is that of the campaign by default; `enabled` has no effect on it. */
export const OnsiteRule = Type.Object(
  {
    ...InvitationRuleContent.properties,
    name: Type.Optional(InvitationRule.properties.name),
  },
  { additionalProperties: false },
);

/** Settings of an on-site campaign. */
const onsiteSettings = {
  rule: OnsiteRule,
  /** When it starts, instead of at once. */
  starts_at: Type.String({ format: 'moment' }),
  /** When it finishes by itself. */
  ends_at: Type.String({ format: 'moment' }),
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
  type: Type.Enum([...campaignTypes]),
  /** Of recipients for e-mail, and of visitors as in the funnel of invitations for `onsite`. */
  counts: Type.Union([SendCounts, OnsiteCounts]),
  settings: Type.Unsafe<CampaignSettings>({ type: 'object', additionalProperties: true, examples: [EXAMPLE] }),
});
export type Campaign = Static<typeof Campaign>;

export const CampaignPreview = Type.Object({
  ...SendPreview.properties,
  /** The contact that was asked for, or up to five that would be sent to, and what each would get. */
  samples: Type.Array(
    Type.Object({
      contact_id: Guid,
      contact_name: nullable(Type.String()),
      subject: Type.String(),
      text: Type.String(),
      html: nullable(Type.String()),
    }),
  ),
});
export type CampaignPreview = Static<typeof CampaignPreview>;

export const CampaignTest = Type.Object({
  sent: Type.Boolean(),
  to: Type.String(),
  /** The mail server's own words, the error on the way to it, or the file's name in the outbox. */
  response: Type.String(),
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
    query: page({
      type: Type.Optional(Type.Enum([...campaignTypes])),
      status: Type.Optional(Type.Enum([...sendStatuses])),
    }),
    replies: { 200: pageOf(Campaign) },
    problems: ['not_found'],
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/marketing/campaigns',
    summary: 'Create a campaign as a draft. Its settings may be completed later',
    key: 'required',
    body: Type.Object({ type: Type.Enum([...campaignTypes]), name: SendName, settings: Settings }),
    audit: 'campaign.created',
    replies: { 201: one(Campaign) },
  }),
  preview: route({
    ...write,
    method: 'POST',
    path: '/v1/marketing/campaigns/preview',
    summary:
      'Preview whom an e-mail campaign with these settings would reach, and why others are skipped. Nothing is stored',
    body: Type.Object({ type: Type.Enum([...campaignTypes]), settings: Settings, ...previewedAs }),
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
    key: 'optional',
    body: Type.Object({ settings: Settings, ...previewedAs }),
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
    replies: { 200: one(Campaign) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/marketing/campaigns/{id}',
    summary:
      'Rename a campaign, or change the settings of a draft. Each member of settings replaces the stored one, and null removes it',
    key: 'required',
    body: Type.Object(
      {
        name: Type.Optional(SendName),
        settings: Type.Optional(settingsPatch(settings, { rate_per_minute: 60, window: null })),
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
    key: 'required',
    body: Type.Object({ action: Type.Enum(['start', 'pause', 'resume', 'finish']) }),
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
    query: page({ state: Type.Optional(Type.Enum([...recipientStates])) }),
    replies: { 200: pageOf(Recipient) },
    beyond: true,
  }),
};
