import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { csv, doc, Id, nullable, page, pageOf, range, Timestamp } from '../route/schemas.ts';
import { auditActions, auditSubjects } from './actions.ts';

export const auditActorTypes = ['agent', 'token', 'system'] as const;

/** Values of a subject's members. A secret is `[secret]`. */
const Values = Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true });

export const AuditEntry = Type.Object({
  id: doc('Unique id of the entry; a later one is larger.', Id),
  at: doc('When the change was made.', Timestamp),
  actor: doc(
    'Who made the change.',
    Type.Object({
      type: doc('`system` is the command line or the server itself.', Type.Enum([...auditActorTypes])),
      id: doc('Id of the agent or token; null for the system.', nullable(Id)),
      name: doc('Its name at the time; null if it had none.', nullable(Type.String()), { example: 'Ann Lee' }),
    }),
  ),
  action: doc('What was done, as `noun.past`; the noun is the type of the subject.', Type.Enum([...auditActions])),
  subject: doc(
    'What was changed.',
    Type.Object({
      type: doc('Kind of what was changed.', Type.Enum([...auditSubjects])),
      id: doc(
        'As the API names it: a number, or the guid of a contact. Null where there is no single one.',
        Type.Union([Id, Type.String(), Type.Null()]),
      ),
      name: doc('Its name at the time; null for contacts, which are personal data.', nullable(Type.String()), {
        example: 'Sales',
      }),
    }),
  ),
  before: doc('Changed members as they were; a secret is `[secret]`. Null when nothing was there before.', Values, {
    example: { name: 'Sales' },
  }),
  after: doc('Changed members as they are since. Null when nothing is there any longer.', Values, {
    example: { name: 'Sales and delivery' },
  }),
  ip: doc('Address the change came from; null when it came from the server itself.', nullable(Type.String()), {
    example: '203.0.113.7',
  }),
});
export type AuditEntry = Static<typeof AuditEntry>;

const filters = {
  actor_type: doc('Only changes by agents, tokens or the system.', Type.Optional(Type.Enum([...auditActorTypes]))),
  actor_id: doc('Only changes by this agent or token, as `actor_type` says.', Type.Optional(Id)),
  action: doc('Only entries of this action.', Type.Optional(Type.Enum([...auditActions]))),
  subject_type: doc('Only entries about this kind of subject.', Type.Optional(Type.Enum([...auditSubjects]))),
  ...range,
};

const read = { scope: 'account:read', alsoRoles: ['admin'], rate: 'read', beyond: true } as const;

export const auditLog = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/audit-log',
    summary: 'List what people and tokens changed, newest first. Kept for 400 days',
    description:
      'Entries are added in the transaction of the change, so none is missing and none is about a change that failed. Entries about contacts have neither names nor values.',
    query: page(filters),
    replies: { 200: pageOf(AuditEntry) },
    problems: ['not_found'],
  }),
  export: route({
    ...read,
    method: 'GET',
    path: '/v1/audit-log/export',
    summary: 'Export the audit log as CSV, newest first, with the filters of the list',
    description: 'Streams the whole selection: read to the end. Narrow it with `from` and `to`.',
    query: Type.Object(filters),
    replies: { 200: csv },
    problems: ['not_found'],
  }),
};
