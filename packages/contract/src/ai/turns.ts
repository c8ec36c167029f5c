import { TurnWithPrompt } from '../chats/ai.ts';
import { route } from '../route/route.ts';
import { one } from '../route/schemas.ts';

export const aiTurns = {
  read: route({
    method: 'GET',
    path: '/v1/ai/turns/{id}',
    summary: 'Retrieve a turn of the AI with the prompt that the model got',
    description: 'The prompt is rebuilt from what was stored, with personal data removed. Turns are kept for 90 days.',
    scope: 'ai:read',
    rate: 'read',
    resource: 'aiTurn',
    replies: { 200: one(TurnWithPrompt) },
    beyond: true,
  }),
};
