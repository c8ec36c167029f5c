import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, defaulted, doc, Id, none, nullable, one, range } from '../route/schemas.ts';
import { InvitationFunnel } from './funnel.ts';
import { InvitationRule, InvitationRuleContent, InvitationRuleInput } from './rule.ts';
import { InvitationSimulation, InvitationVisit } from './visit.ts';

/** A rule to start from. */
export const InvitationTemplate = Type.Object({
  id: doc('Unique id of the template; null for a built-in one.', nullable(Id)),
  slug: doc('Names a built-in one; null for one of the widget.', nullable(Type.String()), { example: null }),
  name: doc('What the team picks it by.', Type.String(), { example: 'Questions about orders' }),
  rule: doc('The rule to start from, without an identity.', InvitationRuleContent),
  builtin: doc("Whether it is built in; such a template can't be deleted.", Type.Boolean()),
});
export type InvitationTemplate = Static<typeof InvitationTemplate>;

export const SmartInvitations = Type.Object({
  rules: doc('In the order in which they are considered.', Type.Array(InvitationRule)),
  templates: doc('Those of the widget, oldest first, then the built-in ones.', Type.Array(InvitationTemplate)),
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
  id: doc('Unique id of the rule; null for a rule that was only checked.', nullable(Id)),
  version: doc(
    'Counts the changes; null for a rule that was only checked.',
    nullable(InvitationRule.properties.version),
    { example: 3 },
  ),
  warnings: doc(
    Object.entries(invitationWarnings)
      .map(([name, meaning]) => `${name}: ${meaning}`)
      .join(' '),
    Type.Array(Type.Enum(Object.keys(invitationWarnings) as InvitationWarning[])),
    { example: ['every_page'] },
  ),
});

const read = { scope: 'invitations:read', rate: 'read' } as const;
const write = { scope: 'invitations:write', rate: 'write' } as const;

export const smartInvitations = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/invitations',
    summary: 'Retrieve the invitation rules of the widget, and templates to start from',
    description:
      'Complete, without pages: a widget has at most 50 rules and 50 templates. What visitors see is judged in their browsers by these rules.',
    replies: { 200: bare(SmartInvitations) },
    problems: ['not_found'],
  }),
  funnel: route({
    ...read,
    method: 'GET',
    path: '/v1/invitations/funnel',
    summary: 'Count what visitors did with invitations, by default with those of the last 30 days',
    description:
      'Impressions count when they were shown. On-site campaigns have their own counts, in `GET /v1/marketing/campaigns/{id}`.',
    query: Type.Object(range),
    replies: { 200: bare(InvitationFunnel) },
  }),
  save: route({
    ...write,
    method: 'PUT',
    path: '/v1/invitations/rules',
    summary: 'Create a rule, replace the one with original_id, store the rule as a disabled copy, or check it',
    description:
      '201: a rule was created or copied; 200: it was replaced as a whole, or only checked. `warnings` says what is allowed and probably not meant. Pages show a saved rule at once.',
    key: 'required',
    body: Type.Object({
      rule: doc('The rule; what is left out has its default.', InvitationRuleInput),
      mode: doc(
        '`copy` stores a disabled copy, and `check` stores nothing.',
        defaulted(Type.Enum(['save', 'copy', 'check']), 'save'),
      ),
      original_id: doc('The rule to replace. Left out: a new one. An unknown one is 422.', Type.Optional(Id)),
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
    description: 'Pages follow at once. The version rises as with any change.',
    key: 'required',
    resource: 'invitationRule',
    body: Type.Object({ enabled: doc('Whether it may show.', Type.Boolean()) }),
    purges: 'widget',
    audit: 'invitation_rule.updated',
    replies: { 200: one(InvitationRule) },
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/v1/invitations/rules/{id}',
    summary: 'Delete a rule. Its counts stay in the funnel',
    description: 'Pages stop showing it at once.',
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
    description:
      'Nothing is stored or counted. A `rule` with an `id` takes the place of the stored one; another is judged beside those.',
    body: Type.Object({
      visit: doc('A moment of a visit; only `url` is required.', InvitationVisit),
      rule: doc('A rule that is not stored, to judge beside the others.', Type.Optional(InvitationRuleInput)),
    }),
    audit: false,
    replies: { 200: bare(InvitationSimulation) },
    beyond: true,
  }),
  createTemplate: route({
    ...write,
    method: 'POST',
    path: '/v1/invitations/templates',
    summary: 'Store a rule as a template',
    description:
      "The rule is copied: later changes of it don't affect the template. A widget has at most 50 templates of its own.",
    key: 'required',
    body: Type.Object({
      name: doc('What the team picks it by.', InvitationRule.properties.name, { example: 'Questions about orders' }),
      rule: doc('The rule to start from; its `id` and `version` are dropped.', InvitationRuleInput),
    }),
    audit: 'invitation_template.created',
    replies: { 201: one(InvitationTemplate) },
    problems: ['limit_reached'],
  }),
  removeTemplate: route({
    ...write,
    method: 'DELETE',
    path: '/v1/invitations/templates/{id}',
    summary: 'Delete a template of the widget',
    description: "Rules that were made from it stay as they are. Built-in templates have no id and can't be deleted.",
    key: 'optional',
    resource: 'invitationTemplate',
    audit: 'invitation_template.removed',
    replies: { 204: none },
  }),
};
