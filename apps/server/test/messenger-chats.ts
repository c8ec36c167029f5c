import { api } from '@parley/contract';
import { asSystem, type WidgetWork } from '../src/kernel/data/context.ts';
import { getForMessage } from '../src/modules/conversations/chats/index.ts';
import { post, receive } from '../src/modules/conversations/messages/index.ts';
import { addChat } from './callers.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

let connections = 0;

/** A connection to Telegram that nothing is really sent through. */
async function addConnection(app: TestApp, { widgetId }: Owner) {
  const account = `tg-${++connections}`;
  const [made] = await app.sql<{ id: number }>(`
    INSERT INTO messenger_connections (widget_id, provider, slot, account_id, token, created_at, updated_at)
    VALUES (${widgetId}, 'tg', '${account}', '${account}', 'sealed', '${app.clock.now}', '${app.clock.now}')
    RETURNING id::int`);
  return made?.id ?? 0;
}

/** A customer's chat in Telegram, as if it had come through a connection. */
export async function addMessengerChat(app: TestApp, owner: Owner, connection?: number) {
  const connectionId = connection ?? (await addConnection(app, owner));
  const chat = await addChat(app, owner);
  const chatId = chat.params.id;
  // The version is raised since the server may remember the chat as one of the site.
  await app.sql(`
    INSERT INTO messenger_chats (widget_id, chat_id, connection_id, account_id, person, conversation)
    SELECT widget_id, ${chatId}, id, account_id, 'person ${chatId}', 'conversation ${chatId}'
    FROM messenger_connections WHERE id = ${connectionId};
    UPDATE chats SET channel = 'tg', connection_id = ${connectionId} WHERE id = ${chatId};
    UPDATE chat_heads SET version = version + 1 WHERE chat_id = ${chatId}`);
  return { ...chat, chatId, connectionId, ...actionsIn(app, owner, { chatId, connectionId }) };
}

type NewReply = Parameters<typeof post>[2];
type NewText = Partial<Parameters<typeof receive>[2]>;

function actionsIn(app: TestApp, owner: Owner, { chatId, connectionId }: Record<'chatId' | 'connectionId', number>) {
  const { widgetId, accountId, buttonGuid, agentId } = owner;
  const tenant = { widgetId, accountId, buttonGuid };
  const params = { id: chatId };
  /** Work of the server itself. */
  const work = <T>(run: (ctx: WidgetWork) => Promise<T>) =>
    app.unitOfWork.write({ tenant }, (write) => run(asSystem(write, tenant)));
  return {
    work,
    send: async (body: string) =>
      (await owner.call(api.messages.send, { params, body: { type: 'text', body, agent_id: agentId } })).data,
    /** A message of the customer. */
    receive: (body: string, more: NewText = {}) =>
      work(async (ctx) => receive(ctx, await getForMessage(ctx, chatId), { type: 'text', body, ...more })),
    post: (message: NewReply) => work(async (ctx) => post(ctx, await getForMessage(ctx, chatId), message)),
    /** Oldest first. */
    list: async () => (await owner.call(api.messages.list, { params, query: { limit: 100 } })).data.data.toReversed(),
    /** Messages that wait to be sent, and whether each is the next one. */
    waiting: () =>
      app.sql<{ message_id: number; is_next: boolean }>(`
        SELECT message_id::int, due_at < 'infinity' AS is_next FROM deliveries
        WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND kind = 'messenger' AND status = 'pending'
          AND destination_id = ${connectionId} ORDER BY id`),
    /** Changes what is known of the connection, or of the other side. */
    setConnection: (assignments: string) =>
      app.sql(`UPDATE messenger_connections SET ${assignments} WHERE id = ${connectionId}`),
    setOtherSide: (assignments: string) =>
      app.sql(`UPDATE messenger_chats SET ${assignments} WHERE widget_id = ${widgetId} AND chat_id = ${chatId}`),
  };
}
