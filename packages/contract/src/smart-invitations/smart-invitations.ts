import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, defaulted, Id, none, nullable, one, range } from '../route/schemas.ts';
import { InvitationFunnel } from './funnel.ts';
import { InvitationRule, InvitationRuleContent, InvitationRuleInput } from './rule.ts';
import { InvitationSimulation, InvitationVisit } from './visit.ts';

/** A rule to start from. */
export const InvitationTemplate = Type.Object({
  /** Null for a built-in one. */
  id: nullable(Id),
  /** Names a built-in one; null for one of the widget. */
  slug: nullable(Type.String()),
  name: Type.String(),
  rule: InvitationRuleContent,
  builtin: Type.Boolean(),
});
export type InvitationTemplate = Static<typeof InvitationTemplate>;

export const SmartInvitations = Type.Object({
  /** In the order in which they are considered. */
  rules: Type.Array(InvitationRule),
  /** Those of the widget, oldest first, then the built-in ones. */
  templates: Type.Array(InvitationTemplate),
});

export const invitationWarnings = {
  ended: '`ends_at` has passed: it never shows.',
  contradiction: 'No visit meets all conditions.',
  exit_without_desktop: 'Visitors leave pages with a pointer only on a desktop, which the conditions leave out.',
  every_page: 'It has no conditions and shows on every page.',
  without_tracking:
    'Visitors are not tracked, so a browser remembers neither visits nor what was shown before this one.',
  untranslated: 'The widget has languages that neither `texts` nor the language of its own texts covers.',
  ai_off: 'It comes from the AI, which does not answer.',
  small_holdout: 'With fewer than 5 % held out, it takes long until a lift can be measured.',
} as const;
export type InvitationWarning = keyof typeof invitationWarnings;

/** A rule after a write, or as a check would store it. */
export const SavedInvitationRule = Type.Object({
  ...InvitationRule.properties,
  /** Null for a rule that was only checked. */
  id: nullable(Id),
  version: nullable(InvitationRule.properties.version),
  warnings: Type.Array(Type.Enum(Object.keys(invitationWarnings) as InvitationWarning[]), {
    description: Object.entries(invitationWarnings)
      .map(([name, meaning]) => `${name}: ${meaning}`)
      .join(' '),
  }),
});

const read = { scope: 'invitations:read', rate: 'read' } as const;
const write = { scope: 'invitations:write', rate: 'write' } as const;

export const smartInvitations = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/invitations',
    summary: 'Retrieve the invitation rules of the widget, and templates to start from',
    replies: { 200: bare(SmartInvitations) },
    problems: ['not_found'],
  }),
  funnel: route({
    ...read,
    method: 'GET',
    path: '/v1/invitations/funnel',
    summary: 'Count what visitors did with invitations, by default with those of the last 30 days',
    query: Type.Object(range),
    replies: { 200: bare(InvitationFunnel) },
  }),
  save: route({
    ...write,
    method: 'PUT',
    path: '/v1/invitations/rules',
    summary: 'Create a rule, replace the one with original_id, store the rule as a disabled copy, or check it',
    key: 'required',
    body: Type.Object({
      rule: InvitationRuleInput,
      /** `check` stores nothing. */
      mode: defaulted(Type.Enum(['save', 'copy', 'check']), 'save'),
      original_id: Type.Optional(Id),
    }),
    purges: 'widget',
    purgesByHandler: true,
    // Its handler adds the entry: a check changes nothing.
    audit: false,
    replies: { 200: one(SavedInvitationRule), 201: one(SavedInvitationRule) },
    problems: ['rule_changed', 'limit_reached'],
  }),
  setEnabled: route({
    ...write,
    method: 'POST',
    path: '/v1/invitations/rules/{id}/enabled',
    summary: 'Enable or disable a rule',
    key: 'required',
    resource: 'invitationRule',
    body: Type.Object({ enabled: Type.Boolean() }),
    purges: 'widget',
    audit: 'invitation_rule.updated',
    replies: { 200: one(InvitationRule) },
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/v1/invitations/rules/{id}',
    summary: 'Delete a rule. Its counts stay in the funnel',
    key: 'optional',
    resource: 'invitationRule',
    purges: 'widget',
    audit: 'invitation_rule.removed',
    replies: { 204: none },
  }),
  simulate: route({
    ...write,
    method: 'POST',
    path: '/v1/invitations/simulate',
    summary:
      'Judge a visit by the rules of the widget, running on-site campaigns and a rule that is not stored: what shows, and why the others do not',
    body: Type.Object({ visit: InvitationVisit, rule: Type.Optional(InvitationRuleInput) }),
    audit: false,
    replies: { 200: bare(InvitationSimulation) },
    beyond: true,
  }),
  createTemplate: route({
    ...write,
    method: 'POST',
    path: '/v1/invitations/templates',
    summary: 'Store a rule as a template',
    key: 'required',
    body: Type.Object({ name: InvitationRule.properties.name, rule: InvitationRuleInput }),
    audit: 'invitation_template.created',
    replies: { 201: one(InvitationTemplate) },
    problems: ['limit_reached'],
  }),
  removeTemplate: route({
    ...write,
    method: 'DELETE',
    path: '/v1/invitations/templates/{id}',
    summary: 'Delete a template of the widget',
    key: 'optional',
    resource: 'invitationTemplate',
    audit: 'invitation_template.removed',
    replies: { 204: none },
  }),
};
