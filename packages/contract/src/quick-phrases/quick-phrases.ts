import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, none, one, page, pageOf } from '../route/schemas.ts';

const Text = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });

export const QuickPhrase = Type.Object({ id: Id, agent_id: Id, name: Text, phrase: Text });

const read = { scope: 'quick_phrases:read', rate: 'read' } as const;
const write = { scope: 'quick_phrases:write', rate: 'write' } as const;

export const quickPhrases = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/quick-phrases',
    summary: 'List quick phrases, newest first, optionally of one agent',
    query: page({ agent_id: Type.Optional(Id) }),
    replies: { 200: pageOf(QuickPhrase) },
    problems: ['not_found'],
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/quick-phrases',
    summary: 'Create a quick phrase for an agent',
    key: 'required',
    body: Type.Omit(QuickPhrase, ['id']),
    audit: 'quick_phrase.created',
    replies: { 201: one(QuickPhrase) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/quick-phrases/{id}',
    summary: 'Update the name or text of a quick phrase. Its agent cannot be changed',
    key: 'required',
    resource: 'quickPhrase',
    body: Type.Object({ name: Type.Optional(Text), phrase: Type.Optional(Text) }, { minProperties: 1 }),
    audit: 'quick_phrase.updated',
    replies: { 200: one(QuickPhrase) },
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/v1/quick-phrases/{id}',
    summary: 'Delete a quick phrase',
    key: 'optional',
    resource: 'quickPhrase',
    audit: 'quick_phrase.removed',
    replies: { 204: none },
  }),
};
