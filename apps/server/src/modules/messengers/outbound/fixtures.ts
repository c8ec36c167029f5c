import type { Fixtures } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { addMessengerChat } from '../../../../test/messenger-chats.ts';
import type { Owner } from '../../../../test/owners.ts';
import { fixtures as connections } from '../connections/fixtures.ts';

/** A message that went through a VK community, and what became of it. */
async function addMessage(app: TestApp, owner: Owner, status: 'sent' | 'failed') {
  const connection = await connections.resources?.vkCommunity?.(app, owner);
  const connectionId = Number(connection?.id);
  await app.sql(`UPDATE messenger_connections SET status = 'enabled' WHERE id = ${connectionId}`);
  const { chatId, post } = await addMessengerChat(app, owner, connectionId);
  const { id } = await post({
    type: 'text',
    body: 'Hello',
    sender: 'agent',
    operator: { id: owner.agentId, type: 'human' },
  });
  const where = `widget_id = ${owner.widgetId} AND chat_id = ${chatId}`;
  await app.sql(`
    DELETE FROM deliveries WHERE ${where};
    UPDATE messages SET delivery = jsonb_set(delivery, '{status}', '"${status}"') WHERE ${where} AND id = ${id};
    INSERT INTO external_messages (widget_id, connection_id, external_id, chat_id, message_id, at)
    VALUES (${owner.widgetId}, ${connectionId}, '1', ${chatId}, ${id}, now())`);
  return { id: chatId, message_id: id };
}

export const fixtures: Fixtures = {
  resources: {
    sentMessage: (app, owner) => addMessage(app, owner, 'sent'),
    failedMessage: (app, owner) => addMessage(app, owner, 'failed'),
  },
};
