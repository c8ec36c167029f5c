import { Type } from 'typebox';
import { Source } from '../chats/ai.ts';
import { route } from '../route/route.ts';
import { bare, doc, Id, nullable } from '../route/schemas.ts';

const Content = Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' });

/** What an assistant would reply. */
export const AssistantTest = Type.Object({
  content: doc('What the visitor would read; null if nothing would be shown.', nullable(Type.String()), {
    example: 'We deliver within two days.',
  }),
  escalate: doc('Whether the chat would be handed to people.', Type.Boolean()),
  why: doc(
    'Why it escalates or stays silent, as in the explanation of a turn; null if it answers.',
    nullable(Type.String()),
    { example: null },
  ),
  sources: doc('Rules of the knowledge base that the answer is built on, best first.', Type.Array(Source)),
  model: doc('The model that answered; null if no model was asked.', nullable(Type.String()), {
    example: 'gpt-5-mini',
  }),
  credential_id: doc('The credential whose provider answered; null if no model was asked.', nullable(Id)),
  input_tokens: doc('Tokens of the prompt, as the provider counts them.', Type.Integer(), { example: 1_240 }),
  output_tokens: doc('Tokens of the answer.', Type.Integer(), { example: 62 }),
  duration_ms: doc('Time until the answer was complete, in milliseconds.', Type.Integer(), { example: 1_830 }),
});

export const aiAssistantTests = {
  test: route({
    method: 'POST',
    path: '/v1/ai/assistants/{id}/test',
    summary: 'Ask an assistant as a visitor would. Nothing is stored but its usage',
    description:
      'Asks the provider for real, so it costs tokens; they are counted in `GET /v1/ai/usage` as `test`. No chat, message or contact is created. It works for an assistant that is off or that no AI operator runs.',
    scope: 'ai:write',
    rate: 'write',
    key: 'required',
    resource: 'assistant',
    body: Type.Object({
      message: doc("The visitor's message.", Content, { example: 'How long does delivery take?' }),
      history: doc(
        'What was said before, oldest first. None by default.',
        Type.Optional(
          Type.Array(
            Type.Object({
              role: doc('Who said it.', Type.Enum(['client', 'assistant'])),
              content: doc('What was said.', Content, { example: 'Hello!' }),
            }),
            { maxItems: 40 },
          ),
        ),
      ),
      locale: doc(
        'Language of the visitor; that of the widget if left out or not supported.',
        Type.Optional(
          Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$', maxLength: 35, examples: ['en'] }),
        ),
        { example: 'en' },
      ),
    }),
    audit: false,
    replies: { 200: bare(AssistantTest) },
    problems: ['ai_credential_missing', 'upstream_failed'],
  }),
};
