import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { csv, Id, nullable, page, pageOf, range, Timestamp } from '../route/schemas.ts';
import { auditActions, auditSubjects } from './actions.ts';

export const auditActorTypes = ['agent', 'token', 'system'] as const;

/** Values of a subject's members. A secret is `[secret]`. */
const Values = Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true });

export const AuditEntry = Type.Object({
  id: Id,
  at: Timestamp,
  actor: Type.Object({
    /** `system` is the command line or the server itself. */
    type: Type.Enum([...auditActorTypes]),
    id: nullable(Id),
    name: nullable(Type.String()),
  }),
  action: Type.Enum([...auditActions]),
  subject: Type.Object({
    type: Type.Enum([...auditSubjects]),
    /** As the API names it: a number, or the guid of a contact. Null where there is no single one. */
    id: Type.Union([Id, Type.String(), Type.Null()]),
    /** Its name at the time. */
    name: nullable(Type.String()),
  }),
  /** What was changed, as it was. Null when nothing was there before. */
  before: Values,
  /** What was changed, as it is since. Null when nothing is there any longer. */
  after: Values,
  /** Null when the change came from the server itself. */
  ip: nullable(Type.String()),
});
export type AuditEntry = Static<typeof AuditEntry>;

const filters = {
  actor_type: Type.Optional(Type.Enum([...auditActorTypes])),
  /** An agent's or a token's, by `actor_type`. */
  actor_id: Type.Optional(Id),
  action: Type.Optional(Type.Enum([...auditActions])),
  subject_type: Type.Optional(Type.Enum([...auditSubjects])),
  ...range,
};

const read = { scope: 'account:read', alsoRoles: ['admin'], rate: 'read', beyond: true } as const;

export const auditLog = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/audit-log',
    summary: 'List what people and tokens changed, newest first. Kept for 400 days',
    query: page(filters),
    replies: { 200: pageOf(AuditEntry) },
    problems: ['not_found'],
  }),
  export: route({
    ...read,
    method: 'GET',
    path: '/v1/audit-log/export',
    summary: 'Export the audit log as CSV, newest first, with the filters of the list',
    query: Type.Object(filters),
    replies: { 200: csv },
    problems: ['not_found'],
  }),
};
