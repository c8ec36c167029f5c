import { api } from '@parley/contract';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import type { Fixtures } from '../../../../test/fixtures.ts';

export const fixtures: Fixtures = {
  resources: {
    /** Its path contains a token. */
    botToken: async (_app, owner) => ({ token: await owner.newToken(['responder:inject']) }),
  },
  bodies: [
    [
      api.compat.bot,
      async (app, owner) => ({
        message_type: 'BOT_MESSAGE',
        chat_id: (await addAnsweredVisitor(app, owner)).chatId,
        message: { type: 'TEXT', text: 'hello' },
      }),
    ],
    [api.compat.receive, () => ({ sender: { id: 'c1' }, message: { type: 'text', text: 'hello' } })],
  ],
};
