// A console opened in a widget with many open chats, and one that was away for a while.
import type { Client } from 'pg';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { startServer } from './processes.ts';
import { type Operator, openDesk } from './realtime-people.ts';
import { formatP95, type Row } from './rounds.ts';
import { openSocket } from './sockets.ts';

const CHATS = 10_000;
const CHANGED = 500;
const PAGE = 50;
const JOINS = 30;

interface Resumed {
  cursor: string;
  reset: boolean;
  heads: { id: number }[];
}

export async function join(): Promise<Row[]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir);
  const client = await connect(dataDir);
  const place = { client, dataDir, url: ours.url };
  const { widget, operators } = await openDesk(place, { operators: 1, visitors: CHATS, messages: 5 });
  await client.query("UPDATE chat_heads SET done_at = NULL, state = 'active' WHERE widget_id = $1", [widget]);
  await client.query('VACUUM ANALYZE chat_heads');
  const console = createConsole(ours.url, operators[0] as Operator);

  const { cursor: first } = await console.joinAnew();
  const rejoined: number[] = [];
  for (let at = 0; at < JOINS; at += 1) rejoined.push((await console.joinAnew()).ms);
  const again: number[] = [];
  for (let at = 0, cursor = first; at < JOINS; at += 1) {
    await change(client, widget);
    const joined = await console.joinAgain(cursor);
    again.push(joined.ms);
    cursor = joined.cursor;
  }

  await client.end();
  await discard(dataDir, ours);
  return [
    [`joined with ${CHATS} open chats: socket, resume, page, counts, p95 ms (goal: 300 or less)`, formatP95(rejoined)],
    [`the same after ${CHANGED} of them changed: resume, chats that are shown, counts`, formatP95(again)],
  ];
}

function createConsole(url: string, { pass }: Operator) {
  async function read(path: string) {
    const answer = await fetch(url + path, { headers: { cookie: pass.headers?.cookie ?? '' } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as { data: { length: number } };
  }

  return {
    async joinAnew() {
      const since = performance.now();
      const socket = await openSocket(pass);
      const { cursor, reset } = await socket.call<Resumed>('resume', {});
      const [{ data }] = await Promise.all([read(`/api/v1/chats?done=0&limit=${PAGE}`), read('/api/v1/chats/counts')]);
      const ms = performance.now() - since;
      await socket.close();
      if (!reset || data.length !== PAGE) throw new Error(`reset ${reset}, ${data.length} chats on the page`);
      return { ms, cursor };
    },
    /** At worst all visible chats have changed. */
    async joinAgain(since: string) {
      const begun = performance.now();
      const socket = await openSocket(pass);
      const { cursor, heads } = await socket.call<Resumed>('resume', { cursor: since });
      const ids = heads.slice(0, PAGE).map(({ id }) => id);
      const [{ chats }] = await Promise.all([
        socket.call<{ chats: object[] }>('chats', { ids }),
        read('/api/v1/chats/counts'),
      ]);
      const ms = performance.now() - begun;
      await socket.close();
      if (heads.length !== CHANGED || chats.length !== PAGE)
        throw new Error(`${heads.length} changed, ${chats.length} read`);
      return { ms, cursor };
    },
  };
}

/** Changes a chat of any age as a message does. */
async function change(client: Client, widget: number) {
  await client.query(
    `UPDATE chat_heads SET version = version + 1, updated_at = now(), changed_in = pg_current_xact_id(),
       activity = floor(extract(epoch FROM now()) / 600)
     WHERE widget_id = $1 AND chat_id IN (SELECT chat_id FROM chat_heads WHERE widget_id = $1 ORDER BY random() LIMIT ${CHANGED})`,
    [widget],
  );
}
