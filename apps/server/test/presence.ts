import { startApp, type TestApp } from './harness.ts';
import { addAgent } from './people.ts';
import type { AgentSocket } from './sockets.ts';
import { until } from './until.ts';

export async function startWidget() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  return { app, ann, bob: await addAgent(app, ann, 'operator') };
}

/** Two servers on one database, each of which hears the other. */
export async function startNodes() {
  const { app: one, ann, bob } = await startWidget();
  const two = await startApp({}, { connection: one.connection, live: true });
  await untilBothHear(one, two);
  return { one, two, ann, bob };
}

export async function untilBothHear(one: TestApp, two: TestApp) {
  one.clock.now = two.clock.now;
  const listening = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN parley_bus'`;
  await until(async () => (await one.sql(listening)).length === 2, 'both nodes listen');
  for (const node of [one, two]) await node.beat();
}

const BEAT_MS = 5_000;

/** So much time goes by for all of them, in which each says that it is there as often as it does. */
export async function pass(
  { seconds, milliseconds = 0 }: { seconds: number; milliseconds?: number },
  ...apps: TestApp[]
) {
  for (let left = seconds * 1_000 + milliseconds; left > 0; left -= BEAT_MS) {
    for (const app of apps) app.clock.now = app.clock.now.add({ milliseconds: Math.min(left, BEAT_MS) });
    for (const app of apps) await app.beat();
  }
}

/** Closes a socket and waits for the server to have noticed. */
export async function hangUp(app: TestApp, { socket }: AgentSocket) {
  const { id } = socket;
  socket.disconnect();
  const left = `SELECT FROM connections WHERE id = '${id}' AND left_at IS NULL`;
  await until(async () => (await app.sql(left)).length === 0, 'the connection was signed off');
}

export const GRACE = { seconds: 15 };
export const LESS = { seconds: 14, milliseconds: 999 };

/** The agent was connected to a node that died without a word, and looked at a chat. */
export async function dieWith(app: TestApp, { agentId }: { agentId: number }, chatId: number | null = null) {
  await app.sql(`INSERT INTO nodes (id, seen_at) VALUES ('dead', '${app.clock.now}') ON CONFLICT DO NOTHING`);
  await app.sql(`INSERT INTO connections (id, node_id, widget_id, agent_id, chat_id)
    SELECT gen_random_uuid(), 'dead', widget_id, id, ${chatId} FROM agents WHERE id = ${agentId}`);
}

/** Nothing can be written of connections while the work goes on; it is told when somebody tried. */
export async function withoutConnections(app: TestApp, work: (untilTried: () => Promise<unknown>) => Promise<void>) {
  await app.sql('CREATE SEQUENCE tries');
  await app.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'not now'; END $$`);
  await app.sql('CREATE TRIGGER refuse BEFORE UPDATE ON connections EXECUTE FUNCTION refuse()');
  const tried = async () => (await app.sql('SELECT FROM tries WHERE is_called')).length > 0;
  await work(() => until(tried, 'somebody tried'));
  await app.sql('DROP TRIGGER refuse ON connections');
}
