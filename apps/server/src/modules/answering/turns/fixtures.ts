import { api } from '@parley/contract';
import { addChat, withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen, perOwner } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { addExternalOperator } from '../../../../test/operators.ts';
import type { Owner } from '../../../../test/owners.ts';

/** Everything about one owner is in one chat. */
const chatOf = perOwner((app, owner) => addChat(app, owner));

const externalOf = perOwner(async (app, owner) => addExternalOperator({ ...owner, call: await withToken(app, owner) }));

/** A turn that has ended, as SQL: in the app of these tests no turn runs. */
async function addTurn(app: TestApp, owner: Owner, columns: Record<string, string | number> = {}) {
  const { params } = await chatOf(app, owner);
  const values = { turn: 1, kind: "'reply'", outcome: "'answered'", created_at: 'now()', ...columns };
  const [turn] = await app.sql<{ id: number }>(`
    INSERT INTO ai_turns (widget_id, chat_id, ${Object.keys(values).join()})
    VALUES (${owner.widgetId}, ${params.id}, ${Object.values(values).join()}) RETURNING id::int`);
  return { chatId: params.id, id: turn?.id ?? 0 };
}

async function addDraft(app: TestApp, owner: Owner) {
  const { chatId, id: turnId } = await addTurn(app, owner, { kind: "'draft'", outcome: "'drafted'" });
  // A draft goes to the owner of its chat.
  await app.sql(`UPDATE chats SET agent_id = ${owner.agentId} WHERE id = ${chatId}`);
  await app.sql(`UPDATE chat_heads SET version = version + 1 WHERE chat_id = ${chatId}`);
  const [draft] = await app.sql<{ id: number }>(`
    INSERT INTO messages (widget_id, chat_id, id, sender, type, body, origin, private, created_at)
    OVERRIDING SYSTEM VALUE VALUES (${owner.widgetId}, ${chatId}, nextval('messages_id_seq'), 'ai', 'text', 'We open at nine.',
      'shadow', true, now()) RETURNING id::int`);
  await app.sql(`UPDATE ai_turns SET message_id = ${draft?.id} WHERE id = ${turnId}`);
  return { id: chatId, message_id: draft?.id ?? 0 };
}

export const fixtures: Fixtures = {
  resources: {
    aiTurn: async (app, owner) => ({ id: (await addTurn(app, owner)).id }),
    draft: addDraft,
  },
  // A person sends as themselves; the fields of the body are tested with the drafts.
  bodies: [[api.chats.sendDraft, () => ({ body: 'At nine.' })]],
  lists: [
    {
      route: api.chats.explain,
      rows: 'turns',
      params: async (app, owner) => (await chatOf(app, owner)).params,
      fill: (app, owner, names) => inBatchesOfTen(names, () => addTurn(app, owner)),
    },
    {
      route: api.externalOperators.listCalls,
      params: async (app, owner) => ({ public_id: (await externalOf(app, owner)).public_id }),
      fill: async (app, owner, names) => {
        const { operator_id } = await externalOf(app, owner);
        await inBatchesOfTen(names, () => addTurn(app, owner, { operator_id }));
      },
    },
  ],
};
