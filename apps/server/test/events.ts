import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

/** Events emitted for a widget's integrations, in order: of these types, or all. */
export function listEvents<T = object>({ sql }: TestApp, { widgetId }: Pick<Owner, 'widgetId'>, ...types: string[]) {
  const ofTypes = types.length ? `AND type IN (${types.map((type) => `'${type}'`)})` : '';
  return sql<{ type: string; data: T }>(
    `SELECT type, data FROM events WHERE widget_id = ${widgetId} ${ofTypes} ORDER BY id`,
  );
}

/** Data of each event of one type. */
export async function listEventData<T = object>(app: TestApp, owner: Pick<Owner, 'widgetId'>, type: string) {
  return (await listEvents<T>(app, owner, type)).map(({ data }) => data);
}
