import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from './harness.ts';
import { forgetConnections, startPair, untilAllListen } from './nodes.ts';
import { addAgent } from './people.ts';
import type { AgentSocket } from './sockets.ts';
import { until } from './until.ts';

/** Two agents on a live app: the worker's, unless the test breaks it. */
export async function startWidget(options: { isolated?: boolean } = {}) {
  const app = await startApp({}, { live: true, ...options });
  await forgetConnections(app);
  // An earlier test may have moved it ahead.
  await app.sql(`UPDATE nodes SET seen_at = '${app.clock.now}' WHERE isfinite(seen_at)`);
  return { app, ...(await addPeople(app)) };
}

async function addPeople(app: TestApp) {
  const ann = await app.owner();
  return { ann, bob: await addAgent(app, ann, 'operator') };
}

/** The same on two communicating servers with one database. */
export async function startNodes() {
  const { one, two } = await startPair();
  return { one, two, ...(await addPeople(one)) };
}

/** The same on servers unknown to other tests, so that one can be frozen. */
export async function startOwnNodes() {
  const { app: one, ann, bob } = await startWidget({ isolated: true });
  const two = await startApp({}, { connection: one.connection, live: true });
  await untilBothListen(one, two);
  return { one, two, ann, bob };
}

export async function untilBothListen(one: TestApp, two: TestApp) {
  one.clock.now = two.clock.now;
  await untilAllListen([one, two]);
}

const BEAT_MS = 5_000;

/** Advances all clocks, with the heartbeats due in between. */
export async function advanceApps(
  { seconds, milliseconds = 0 }: { seconds: number; milliseconds?: number },
  ...apps: TestApp[]
) {
  for (let left = seconds * 1_000 + milliseconds; left > 0; left -= BEAT_MS) {
    for (const app of apps) app.clock.now = app.clock.now.add({ milliseconds: Math.min(left, BEAT_MS) });
    for (const app of apps) await app.beat();
  }
}

/** Closes a socket and waits until the server has noticed. */
export async function closeSocket(app: TestApp, { socket }: AgentSocket) {
  const { id } = socket;
  socket.disconnect();
  const left = `SELECT FROM connections WHERE id = '${id}' AND left_at IS NULL`;
  await until(async () => (await app.sql(left)).length === 0, 'the connection was signed off');
}

export const GRACE = { seconds: 15 };
export const LESS = { seconds: 14, milliseconds: 999 };

interface LostConnection {
  /** The chat they viewed over it. */
  chatId?: number;
  /** Set if others were lost with it. */
  node?: string;
}

/** The agent was connected to a node that crashed. */
export async function loseConnection(app: TestApp, { agentId }: { agentId: number }, lost: LostConnection = {}) {
  const { chatId = null, node = `dead ${randomUUID()}` } = lost;
  await app.sql(`INSERT INTO nodes (id, seen_at) VALUES ('${node}', '${app.clock.now}') ON CONFLICT DO NOTHING`);
  await app.sql(`INSERT INTO connections (id, node_id, widget_id, agent_id, chat_id)
    SELECT gen_random_uuid(), '${node}', widget_id, id, ${chatId} FROM agents WHERE id = ${agentId}`);
  return node;
}

/** Blocks writes to `connections` while `work` runs, which can wait for an attempt. Needs an isolated app. */
export async function withoutConnections(app: TestApp, work: (untilTried: () => Promise<unknown>) => Promise<void>) {
  await app.sql('CREATE SEQUENCE tries');
  await app.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'not now'; END $$`);
  await app.sql('CREATE TRIGGER refuse BEFORE UPDATE ON connections EXECUTE FUNCTION refuse()');
  const tried = async () => (await app.sql('SELECT FROM tries WHERE is_called')).length > 0;
  await work(() => until(tried, 'somebody tried'));
  await app.sql('DROP TRIGGER refuse ON connections');
}
