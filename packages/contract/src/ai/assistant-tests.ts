import { Type } from 'typebox';
import { Source } from '../chats/ai.ts';
import { route } from '../route/route.ts';
import { bare, Id, nullable } from '../route/schemas.ts';

const Content = Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' });

/** What an assistant would reply. */
export const AssistantTest = Type.Object({
  /** Null if nothing would be shown. */
  content: nullable(Type.String()),
  /** Whether the chat would be handed to people. */
  escalate: Type.Boolean(),
  /** Why, as in the explanation of a turn. */
  why: nullable(Type.String()),
  sources: Type.Array(Source),
  /** Null if no model was asked. */
  model: nullable(Type.String()),
  credential_id: nullable(Id),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  duration_ms: Type.Integer(),
});

export const aiAssistantTests = {
  test: route({
    method: 'POST',
    path: '/v1/ai/assistants/{id}/test',
    summary: 'Ask an assistant as a visitor would. Nothing is stored but its usage',
    scope: 'ai:write',
    rate: 'write',
    key: 'required',
    resource: 'assistant',
    body: Type.Object({
      message: Content,
      /** Oldest first. */
      history: Type.Optional(
        Type.Array(Type.Object({ role: Type.Enum(['client', 'assistant']), content: Content }), { maxItems: 40 }),
      ),
      /** Of the visitor; the widget's if it is missing or not supported. */
      locale: Type.Optional(
        Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$', maxLength: 35, examples: ['en'] }),
      ),
    }),
    audit: false,
    replies: { 200: bare(AssistantTest) },
    problems: ['ai_credential_missing', 'upstream_failed'],
  }),
};
