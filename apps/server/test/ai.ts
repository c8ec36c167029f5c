import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

interface NewOperator {
  assistant_id: number;
  status?: 'active' | 'relaxation' | 'banned';
  name?: string;
}

/** An AI operator, without the effects of creating one through the API. */
export async function addOperator(app: TestApp, owner: Owner, { assistant_id, status = 'active', name }: NewOperator) {
  const [agent] = await app.sql<{ id: number }>(`
    INSERT INTO agents (widget_id, account_id, type, role, status, created_at)
    VALUES (${owner.widgetId}, ${owner.accountId}, 'ai', 'operator', '${status}', now()) RETURNING id::int`);
  const id = agent?.id ?? 0;
  await app.sql(`INSERT INTO ai_operators (widget_id, agent_id, assistant_id, name)
    VALUES (${owner.widgetId}, ${id}, ${assistant_id}, ${name ? `'${name}'` : 'NULL'})`);
  return id;
}
