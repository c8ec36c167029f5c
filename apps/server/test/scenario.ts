import { api, type Output, site } from '@parley/contract';
import { addVisitor } from './callers.ts';
import { startApp, type TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

type Visitor = Awaited<ReturnType<typeof addVisitor>>;

export interface TestChat {
  /** The chat's. */
  id: number;
  visitor: Visitor;
  /** The contact's. */
  contactId: string;
}

/** A widget with a controlled clock, and actions in it. */
export async function startScenario(now = '2026-03-18T12:00+03:00', options: { isolated?: boolean } = {}) {
  const app = await startApp({}, options);
  const set = (moment: string) => {
    app.clock.now = Temporal.Instant.from(moment);
  };
  set(now);
  // Removes chats of earlier tests, which would be aggregated too.
  await app.sql('UPDATE chat_facts SET is_added = true WHERE NOT is_added');
  const ann = await app.owner();
  return { app, ann, set, ...actionsIn(app, ann) };
}

export function actionsIn(app: TestApp, owner: Owner) {
  const params = { button_guid: owner.buttonGuid };
  const send = (id: number, agent_id: number) =>
    owner.call(api.messages.send, { params: { id }, body: { type: 'text', body: 'hi', agent_id } });
  return {
    /** A new visitor writes. */
    async talk(): Promise<TestChat> {
      const visitor = await addVisitor(app, owner);
      await visitor.write('hello');
      const { data } = await visitor.call(site.visitor.open, { params, body: {} });
      return { id: data.chat_id as number, visitor, contactId: data.contact_id as string };
    },
    /** A department's internal chat, without a contact. */
    async room() {
      const [made] = await app.sql<{ id: number }>(`
        WITH made AS (
          INSERT INTO chats (widget_id, channel, is_internal, source, created_at)
          VALUES (${owner.widgetId}, 'service', true, '{"page": null, "referrer": null, "language": null}', '${app.clock.now}')
          RETURNING id, created_at
        )
        INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity)
        SELECT ${owner.widgetId}, id, created_at, created_at, 0 FROM made RETURNING chat_id::int AS id`);
      return made?.id ?? 0;
    },
    async ai() {
      const [made] = await app.sql<{ id: number }>(`
        INSERT INTO agents (widget_id, account_id, type, role, created_at)
        VALUES (${owner.widgetId}, ${owner.accountId}, 'ai', 'operator', '${app.clock.now}') RETURNING id::int`);
      return made?.id ?? 0;
    },
    /** The effects of an AI operator's reply. */
    async answerAsAi({ id }: { id: number }, operator: number) {
      const where = `widget_id = ${owner.widgetId} AND id = ${id}`;
      const now = `'${app.clock.now}'::timestamptz`;
      await app.sql(`
        UPDATE chats SET handled_by = ${operator}, handled_type = 'ai', handled_at = ${now},
          accepted_by = coalesce(accepted_by, ${operator}), accepted_type = coalesce(accepted_type, 'ai'),
          responded_at = coalesce(responded_at, CASE WHEN has_client_messages THEN ${now} END)
        WHERE ${where};
        INSERT INTO messages (widget_id, chat_id, seq, sender, agent_id, type, body, created_at)
        SELECT widget_id, id, last_seq + 1, 'ai', ${operator}, 'text', 'hi', ${now}
        FROM chats JOIN chat_heads USING (widget_id) WHERE chat_id = id AND ${where};
        UPDATE chat_heads SET last_seq = last_seq + 1, version = version + 1 WHERE widget_id = ${owner.widgetId} AND chat_id = ${id}`);
    },
    answer: (talk: TestChat, agentId = owner.agentId) => send(talk.id, agentId),
    rate: (talk: TestChat, score: number) => talk.visitor.call(site.visitor.rate, { params, body: { score } }),
    /** Merges another contact into this one. */
    merge: (kept: TestChat, other: TestChat) =>
      owner.call(api.contacts.merge, { params: { id: kept.contactId }, body: { contact_id: other.contactId } }),
    erase: ({ contactId }: TestChat) => owner.call(api.contacts.remove, { params: { id: contactId } }),
    transfer: (talk: TestChat, agent_id: number) =>
      owner.call(api.chats.transfer, { params: { id: talk.id }, body: { agent_id } }),
    stats: async (query: Record<string, unknown> = {}) => (await owner.call(api.stats.read, { query })).data,
    series: async (query: Record<string, unknown> = {}) => (await owner.call(api.stats.timeseries, { query })).data,
    channels: async (query: Record<string, unknown> = {}) => (await owner.call(api.stats.channels, { query })).data,
    agents: async (query: Record<string, unknown> = {}): Promise<Output<typeof api.stats.agents>> =>
      (await owner.call(api.stats.agents, { query })).data,
    agent: async (id: number, query: Record<string, unknown> = {}) =>
      (await owner.call(api.stats.agent, { params: { id }, query })).data,
  };
}
