import { api } from '@parley/contract';
import type { WidgetContext } from '../src/kernel/data/context.ts';
import * as chats from '../src/modules/conversations/chats/index.ts';
import * as messages from '../src/modules/conversations/messages/index.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

/** An assistant of the owner's widget, with other values of its columns in SQL. */
export async function addAssistant({ sql }: TestApp, { widgetId }: Owner, columns: Record<string, string> = {}) {
  const values = { widget_id: `${widgetId}`, name: "'Helper'", created_at: 'now()', updated_at: 'now()', ...columns };
  const [made] = await sql<{ id: number }>(`INSERT INTO ai_assistants (${Object.keys(values).join()})
    VALUES (${Object.values(values).join()}) RETURNING id::int`);
  return made?.id as number;
}

/** Deletes it as the API does. */
export const deleteAssistant = ({ sql }: TestApp, id: number) =>
  sql(`UPDATE ai_assistants SET deleted_at = now() WHERE id = ${id}`);

/** A credential of the owner's widget. */
export async function addCredential(owner: Owner, given: object = {}) {
  const { data } = await owner.call(api.aiCredentials.create, {
    body: { provider: 'openai', api_key: 'sk-1', ...given },
  });
  const params = { id: data.id };
  return {
    ...data,
    params,
    read: async () => (await owner.call(api.aiCredentials.read, { params })).data,
    update: (body: object) => owner.call(api.aiCredentials.update, { params, body }),
  };
}

/** What a caller is told: the status and the fields named. */
export const refusalOf = ({ status, problem }: { status: number; problem: { errors?: object } }) => ({
  status,
  fields: Object.keys(problem?.errors ?? {}),
});

/** An AI operator of the owner's widget, with an assistant of its own unless one is given. */
export async function addOperator(
  app: TestApp,
  owner: Owner,
  given: { assistant_id?: number; [member: string]: unknown } = {},
) {
  const assistant_id = given.assistant_id ?? (await addAssistant(app, owner));
  const { data } = await owner.call(api.aiOperators.create, { body: { ...given, assistant_id } });
  const params = { id: data.id };
  return {
    ...data,
    params,
    read: async () => (await owner.call(api.aiOperators.read, { params })).data,
    update: (body: object) => owner.call(api.aiOperators.update, { params, body }),
    retire: () => owner.call(api.aiOperators.remove, { params }),
    readAgent: async () => (await owner.call(api.agents.read, { params })).data,
    /** Its event log, newest first. */
    log: async () => (await owner.call(api.agents.listEvents, { params })).data.data.map(({ type }) => type),
  };
}

/** Another one after each change that decides whether the AI answers. */
export async function revisionOf({ sql }: TestApp, { widgetId }: Owner) {
  const [row] = await sql<{ revision: string }>(`SELECT revision FROM ai_settings WHERE widget_id = ${widgetId}`);
  return row?.revision;
}

/** The revision of the served widget. */
export async function servedRevisionOf({ sql }: TestApp, { widgetId }: Owner) {
  const [row] = await sql<{ revision: number }>(
    `SELECT config_revision::int AS revision FROM widgets WHERE id = ${widgetId}`,
  );
  return row?.revision ?? 0;
}

/** An external operator of the owner's widget. */
export async function addExternalOperator(owner: Owner, given: object = {}) {
  const body = { name: 'Shop bot', url: 'https://1.1.1.1/bot', ...given };
  const { data } = await owner.call(api.externalOperators.create, { body });
  const params = { public_id: data.public_id };
  return {
    ...data,
    params,
    read: async () => (await owner.call(api.externalOperators.read, { params })).data,
    update: (change: object) => owner.call(api.externalOperators.update, { params, body: change }),
    rotate: () => owner.call(api.externalOperators.rotateSecret, { params }),
    test: () => owner.call(api.externalOperators.test, { params, body: {} }),
    setState: (state: 'active' | 'paused') => owner.call(api.externalOperators.setState, { params, body: { state } }),
    remove: () => owner.call(api.externalOperators.remove, { params }),
    readAgent: async () => (await owner.call(api.agents.read, { params: { id: data.operator_id } })).data,
  };
}

/** Replies as an AI operator. */
export function replyAs(app: TestApp, owner: Owner, reply: { operatorId: number; chatId: number; body: string }) {
  const { widgetId, accountId, buttonGuid } = owner;
  return app.unitOfWork.write({ tenant: { widgetId, accountId, buttonGuid } }, async (work) => {
    const ctx = { ...work, widgetId } as WidgetContext;
    const operator = { id: reply.operatorId, type: 'ai' } as const;
    const message = { type: 'text', sender: 'ai', body: reply.body, operator } as const;
    return messages.post(ctx, await chats.getLocked(ctx, reply.chatId), message);
  });
}
