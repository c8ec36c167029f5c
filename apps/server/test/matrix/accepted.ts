import type { Route } from '@parley/contract';
import { expect, test } from 'vitest';
import { isSecret } from '../../src/kernel/data/audit.ts';
import { authorizedCaller } from '../callers.ts';
import type { OpenApp } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { arrange } from '../resources.ts';
import { expectWorking, type MatrixContext } from './context.ts';

/** A call with every accepted field, by a caller with exactly the needed scopes. */
export function testAccepted({ app, all }: MatrixContext) {
  test.each(all)('%s · works as declared', async (_name, route) => {
    const owner = await app().owner();
    const call = await authorizedCaller(app(), owner, route);
    const given = await arrange(app(), owner, route);
    const readNewEntries = await watchAuditLog(app(), owner, route);
    const answer = await call(route, given);
    expectWorking(route, answer);
    expectAudited(route, await readNewEntries(), [given.body, answer.data]);
  });
}

/** Returns what is added to the owner's audit log from now on. */
async function watchAuditLog({ sql }: OpenApp, { widgetId }: Owner, { method }: Route) {
  if (method === 'GET') return async () => [];
  const read = () => sql<{ action: string }>(`SELECT * FROM audit_log WHERE widget_id = ${widgetId} ORDER BY id`);
  const known = (await read()).length;
  return async () => (await read()).slice(known);
}

/** A success adds exactly one entry of the declared action, and no secret that was sent or returned. */
function expectAudited({ audit }: Route, entries: { action: string }[], bodies: unknown[]) {
  const actions = entries.map(({ action }) => action);
  // A route that declares `false` may add entries by itself.
  if (audit !== false) expect(actions).toEqual(audit ? [audit] : []);
  const written = JSON.stringify(entries);
  const leaked = bodies.flatMap((body) => secretsIn(body)).filter((secret) => written.includes(secret));
  expect(leaked).toEqual([]);
}

function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return isSecret(name) && value.length > 3 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => secretsIn(each, key));
}
