import { Type } from 'typebox';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { CreatedAt, doc, Id, none, nullable, one, page, pageOf, UpdatedAt } from '../route/schemas.ts';

const Name = written(191);
const Greeting = written(4_000);
const Phrase = written(500);
const Trigger = written(100);
const Label = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

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
  id: doc('Unique id of the assistant.', Id),
  name: doc('What the team calls it; visitors see the name of the AI operator.', Name, { example: 'Shop assistant' }),
  enabled: doc('Whether AI operators that run it answer.', Type.Boolean()),
  is_default: doc(
    'Whether it answers where nothing else decides; at most one assistant is the default.',
    Type.Boolean(),
  ),
  persona: doc('Who it is and how it talks, in words for the model; null for none.', nullable(Persona), {
    example: 'You are Nora, who helps customers of a tea shop. You are brief and friendly.',
  }),
  system_prompt: doc('Rules that come before the persona; null for those built in.', nullable(SystemPrompt), {
    example: 'Never promise a delivery date.',
  }),
  temperature: doc('How freely the model chooses its words; null for 0.3.', nullable(Temperature), { example: 0.3 }),
  rag_enabled: doc('Whether it answers from the knowledge base.', Type.Boolean()),
  escalation_triggers: doc(
    'Words of a visitor that hand the chat to people at once, without asking the model.',
    Type.Array(Trigger),
    { example: ['refund', 'lawyer'] },
  ),
  greeting: doc("Greeting in languages that `greeting_i18n` lacks; null for the widget's.", nullable(Greeting), {
    example: 'Hello! Ask me anything about tea.',
  }),
  quick_phrases: doc(
    'Questions to send with one click, in languages that `quick_phrases_i18n` lacks.',
    Type.Array(Phrase),
    { example: ['Where is my order?'] },
  ),
  greeting_i18n: doc('Greeting by language; null for none.', nullable(GreetingMap), { example: { en: 'Hello!' } }),
  quick_phrases_i18n: doc('Questions to send with one click, by language; null for none.', nullable(PhraseMap), {
    example: { en: ['Where is my order?'] },
  }),
  provider: doc('A label for people. Which provider answers is decided by the credentials.', nullable(Label), {
    example: 'OpenAI',
  }),
  model: doc('A label for people. Which model answers is decided by the credentials.', nullable(Label), {
    example: 'gpt-5-mini',
  }),
  persona_version: doc('Counts the changes of persona and system prompt.', Type.Integer({ minimum: 1 }), {
    example: 4,
  }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

/** Null clears. */
const content = {
  enabled: doc('Whether AI operators that run it answer; true by default.', Type.Boolean()),
  is_default: doc('True makes it the default instead of the other.', Type.Boolean()),
  persona: doc('Who it is and how it talks, in words for the model.', nullable(Persona), {
    example: 'You are Nora, who helps customers of a tea shop. You are brief and friendly.',
  }),
  system_prompt: doc('Rules that come before the persona.', nullable(SystemPrompt), {
    example: 'Never promise a delivery date.',
  }),
  temperature: doc('How freely the model chooses its words; 0.3 by default.', nullable(Temperature), { example: 0.3 }),
  rag_enabled: doc('Whether it answers from the knowledge base; true by default.', Type.Boolean()),
  escalation_triggers: doc(
    'Words of a visitor that hand the chat to people at once, as whole words in any case.',
    nullable(Type.Array(Trigger, { maxItems: 100 })),
    { example: ['refund', 'lawyer'] },
  ),
  greeting: doc('Greeting in languages that `greeting_i18n` lacks.', nullable(Greeting), {
    example: 'Hello! Ask me anything about tea.',
  }),
  quick_phrases: doc(
    'Questions to send with one click, in languages that `quick_phrases_i18n` lacks.',
    nullable(Type.Array(Phrase, { maxItems: 200 })),
    { example: ['Where is my order?'] },
  ),
  greeting_i18n: doc(
    'By language, at most 60,000 bytes of JSON. A map replaces the one before; null clears it.',
    nullable(GreetingMap),
    { example: { en: 'Hello!' } },
  ),
  quick_phrases_i18n: doc(
    'By language, at most 60,000 bytes of JSON. A map replaces the one before; null clears it.',
    nullable(PhraseMap),
    { example: { en: ['Where is my order?'] } },
  ),
  provider: doc('A label for people, without effect.', nullable(Label), { example: 'OpenAI' }),
  model: doc('A label for people, without effect.', nullable(Label), { example: 'gpt-5-mini' }),
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
    description:
      'An assistant answers while it is enabled, an active AI operator runs it, a credential is usable, and the AI is on.',
    query: page({}),
    replies: { 200: pageOf(Assistant) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/ai/assistants',
    summary: 'Create an assistant. It answers once an AI operator runs it',
    description:
      'Languages are stored by their first part (`en-US` as `en`); two that become one are 422, and nothing is stored then. At most 100 assistants a widget.',
    key: 'required',
    maxBodyBytes: MAX_BYTES,
    body: Type.Object({
      name: doc('What the team calls it.', Name, { example: 'Shop assistant' }),
      ...Type.Partial(Type.Object(content)).properties,
      assistant_id: doc(
        'An eligible learning target of this widget. It is checked and changes nothing.',
        Type.Optional(
          Type.Integer({
            ...Id,
          }),
        ),
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
    description: 'Former versions of persona and system prompt are counted by `persona_version`.',
    replies: { 200: one(Assistant) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/ai/assistants/{id}',
    summary: 'Update an assistant. Null clears a member, other than the name and booleans',
    description:
      'Only the members in the request change, and a map of languages is replaced as a whole. Chats use the new text from the next message. A change of `persona` or `system_prompt` is a new version.',
    key: 'required',
    maxBodyBytes: MAX_BYTES,
    body: Type.Object(
      Type.Partial(
        Type.Object({
          name: doc("What the team calls it; it can't be cleared.", Name, { example: 'Shop assistant' }),
          ...content,
        }),
      ).properties,
      { minProperties: 1 },
    ),
    audit: 'assistant.updated',
    replies: { 200: one(Assistant) },
  }),
  remove: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/ai/assistants/{id}',
    summary: 'Delete an assistant that no AI operator runs',
    description:
      'While AI operators run it, the response is 409 `assistant_in_use` and names them in `operators`: give them another assistant or retire them first. Its credentials are not used any longer.',
    key: 'optional',
    audit: 'assistant.removed',
    replies: { 204: none },
    problems: ['assistant_in_use'],
  }),
};
