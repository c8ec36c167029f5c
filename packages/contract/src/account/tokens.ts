import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { scopeNames } from '../route/scopes.ts';

const Token = Type.Object({
  id: Id,
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  expires_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
  last_used_at: nullable(Timestamp),
  created_at: Timestamp,
});

const TokenName = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });
const ScopeSelection = Type.Array(Type.Enum([...scopeNames]), { uniqueItems: true, maxItems: 100 });

const reads = { auth: 'session', roles: ['owner', 'admin'], rate: 'read', beyond: true } as const;
const writes = { auth: 'session', roles: ['owner', 'admin'], rate: 'write', beyond: true } as const;

export const tokens = {
  list: route({
    ...reads,
    method: 'GET',
    path: '/console-api/tokens',
    summary: 'List tokens of the widget, newest first, without the token itself',
    query: page({}),
    replies: { 200: pageOf(Token) },
  }),
  create: route({
    ...writes,
    method: 'POST',
    path: '/console-api/tokens',
    summary: 'Create a token. It is only in this response',
    key: 'optional',
    cap: { limit: 60, seconds: 3_600, per: 'widget' },
    body: Type.Object({ name: TokenName, scopes: ScopeSelection, expires_at: Type.Optional(nullable(Timestamp)) }),
    replies: { 201: one(Type.Object({ ...Token.properties, token: Type.String() })) },
  }),
  update: route({
    ...writes,
    method: 'PATCH',
    path: '/console-api/tokens/{id}',
    summary: "Update a token's name or scopes, effective immediately",
    key: 'optional',
    resource: 'token',
    body: Type.Object({ name: Type.Optional(TokenName), scopes: Type.Optional(ScopeSelection) }, { minProperties: 1 }),
    replies: { 200: one(Token) },
  }),
  remove: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/tokens/{id}',
    summary: 'Revoke a token, effective immediately',
    key: 'optional',
    resource: 'token',
    replies: { 204: none },
  }),
};
