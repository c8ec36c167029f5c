import { api } from '@parley/contract';
import { addAnsweredVisitor, withToken } from '../../../../test/callers.ts';
import type { Fixtures } from '../../../../test/fixtures.ts';
import { addAgent, addConnectedAgent } from '../../../../test/people.ts';

const { chats } = api;

export const fixtures: Fixtures = {
  resources: {
    attachedAgent: async (app, owner) => {
      const { chatId: id } = await addAnsweredVisitor(app, owner);
      const { agentId: agent_id } = await addConnectedAgent(app, owner);
      const call = await withToken(app, owner);
      await call(chats.attachAgent, { params: { id }, body: { agent_id } });
      return { id, agent_id };
    },
  },
  bodies: [
    [chats.bulk, async (app, owner) => ({ ids: [(await addAnsweredVisitor(app, owner)).chatId], action: 'close' })],
    [
      chats.transfer,
      async (app, owner) => ({
        agent_id: (await addAgent(app, owner, 'operator')).agentId,
        comment: 'over to you',
      }),
    ],
    [
      chats.claim,
      async (app, owner, { id }) => {
        // The chat was routed to the agent at work when it started.
        await app.sql(`UPDATE chats SET agent_id = NULL WHERE id = ${id}`);
        return { agent_id: (await addConnectedAgent(app, owner)).agentId, note: 'mine' };
      },
    ],
    [chats.attachAgent, async (app, owner) => ({ agent_id: (await addConnectedAgent(app, owner)).agentId })],
    [chats.detachAgent, (_app, { agentId }) => ({ actor_agent_id: agentId, note: 'thanks' })],
  ],
};
