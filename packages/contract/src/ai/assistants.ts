import { Type } from 'typebox';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

const Name = written(191);
const Greeting = written(4_000);
const Phrase = written(500);
const Trigger = written(100);
const Label = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'A label: credentials decide' });

const Temperature = Type.Number({ minimum: 0, maximum: 2 });
const Persona = Type.String({ maxLength: 32_000 });
const SystemPrompt = Type.String({ maxLength: 64_000 });

const MAP = 'By language, at most 60,000 bytes of JSON. A map replaces the one before; null clears it.';
const GreetingMap = Type.Record(Type.String(), Greeting, { description: MAP, examples: [{ en: 'Hello!' }] });
const PhraseMap = Type.Record(Type.String(), Type.Array(Phrase, { minItems: 1, maxItems: 200 }), {
  description: MAP,
  examples: [{ en: ['Where is my order?'] }],
});

export const Assistant = Type.Object({
  id: Id,
  name: Name,
  enabled: Type.Boolean(),
  is_default: Type.Boolean(),
  persona: nullable(Persona),
  system_prompt: nullable(SystemPrompt),
  temperature: nullable(Temperature),
  rag_enabled: Type.Boolean(),
  escalation_triggers: Type.Array(Trigger),
  greeting: nullable(Greeting),
  quick_phrases: Type.Array(Phrase),
  greeting_i18n: nullable(GreetingMap),
  quick_phrases_i18n: nullable(PhraseMap),
  provider: nullable(Label),
  model: nullable(Label),
  persona_version: Type.Integer({ minimum: 1, description: 'Counts the changes of persona and system prompt' }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** Null clears. */
const content = {
  enabled: Type.Boolean(),
  is_default: Type.Boolean({ description: 'True makes it the default instead of the other' }),
  persona: nullable(Persona),
  system_prompt: nullable(SystemPrompt),
  temperature: nullable(Temperature),
  rag_enabled: Type.Boolean(),
  escalation_triggers: nullable(Type.Array(Trigger, { maxItems: 100 })),
  greeting: nullable(Greeting),
  quick_phrases: nullable(Type.Array(Phrase, { maxItems: 200 })),
  greeting_i18n: nullable(GreetingMap),
  quick_phrases_i18n: nullable(PhraseMap),
  provider: nullable(Label),
  model: nullable(Label),
};

const read = { scope: 'ai:read', rate: 'read' } as const;
const write = { scope: 'ai:write', rate: 'write' } as const;
const named = { resource: 'assistant' } as const;
const MAX_BYTES = 2 * 2 ** 20;

export const aiAssistants = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/ai/assistants',
    summary: 'List assistants, newest first',
    query: page({}),
    replies: { 200: pageOf(Assistant) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/ai/assistants',
    summary: 'Create an assistant. It answers once an AI operator runs it',
    key: 'required',
    maxBodyBytes: MAX_BYTES,
    body: Type.Object({
      name: Name,
      ...Type.Partial(Type.Object(content)).properties,
      assistant_id: Type.Optional(
        Type.Integer({
          ...Id,
          description: 'An eligible learning target of this widget. It is checked and changes nothing',
        }),
      ),
    }),
    audit: 'assistant.created',
    replies: { 201: one(Assistant) },
    problems: ['not_found', 'limit_reached'],
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/ai/assistants/{id}',
    summary: 'Retrieve an assistant with its persona and system prompt in use',
    replies: { 200: one(Assistant) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/ai/assistants/{id}',
    summary: 'Update an assistant. Null clears a member, other than the name and booleans',
    key: 'required',
    maxBodyBytes: MAX_BYTES,
    body: Type.Object(Type.Partial(Type.Object({ name: Name, ...content })).properties, { minProperties: 1 }),
    audit: 'assistant.updated',
    replies: { 200: one(Assistant) },
  }),
  remove: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/ai/assistants/{id}',
    summary: 'Delete an assistant that no AI operator runs',
    key: 'optional',
    audit: 'assistant.removed',
    replies: { 204: none },
    problems: ['assistant_in_use'],
  }),
};
