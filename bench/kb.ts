// The knowledge base: a search over many chunks, and a rule created.
import path from 'node:path';
import { request } from 'undici';
import { createLog } from '../apps/server/src/infra/log.ts';
import { openDatabase } from '../apps/server/src/infra/postgres/database.ts';
import type { InWidget, Read } from '../apps/server/src/kernel/data/context.ts';
import { find } from '../apps/server/src/modules/kb/search/index.ts';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { addChunks, MODEL, questionOf, randomFrom, vectorOf } from './kb-chunks.ts';
import { pgvector } from './kb-pgvector.ts';
import { ANY_TOKEN, READS, read, spend, WRITES, write } from './load.ts';
import { createTenant, mintTokens, startFloor, startServer, startVendor } from './processes.ts';
import { format, formatP95, interleave, type Row, summarise } from './rounds.ts';

const CHUNKS = 20_000;
const SEARCHES = 30;
const CREATED = 20;

async function setUp(chunks: number) {
  const dataDir = temporaryDirectory();
  const vendor = await startVendor();
  const ours = await startServer(dataDir, { AI_VENDOR_URLS: `openai=${vendor.url}/v1` });
  const client = await connect(dataDir);
  const { widget } = createTenant(dataDir);
  const tokens = mintTokens(dataDir, widget, 40);
  const credential = { provider: 'openai', api_key: 'sk-bench', embedding_model: MODEL };
  await post(`${ours.url}/api/v1/ai/credentials`, tokens.pop() ?? '', credential);
  await post(`${ours.url}/api/v1/kb/rules`, tokens.pop() ?? '', { content: 'the first' });
  await client.query('DELETE FROM kb_spaces WHERE widget_id = $1', [widget]);
  await addChunks(client, widget, chunks);
  const floor = await startFloor(dataDir, widget, { VENDOR: `${vendor.url}/v1/embeddings` });
  return {
    dataDir,
    widget,
    ours,
    floor,
    client,
    tokens,
    async tearDown() {
      await client.end();
      await floor.stop();
      await vendor.stop();
      await discard(dataDir, ours);
    },
  };
}

async function post(url: string, token: string, body: object) {
  const answer = await request(url, write(token, JSON.stringify(body)));
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${text}`);
}

/** One after the other, in milliseconds. */
async function timeEach(count: number, once: () => Promise<void>, into: number[]) {
  for (let done = 0; done < count; done += 1) {
    const began = performance.now();
    await once();
    into.push(performance.now() - began);
  }
  return summarise(into.slice(-count)).median;
}

/** What a search does once its question is embedded. */
async function search(): Promise<Row[]> {
  const { dataDir, widget, ours, floor, tokens, tearDown } = await setUp(CHUNKS);
  const connection = { host: path.join(dataDir, 'postgres'), user: 'parley', database: 'parley' };
  const database = openDatabase(connection, createLog('silent'));
  const work = { sql: database.sql, widgetId: widget } as InWidget<Read>;
  const random = randomFrom(7);
  const all: number[] = [];
  const searchOnce = async () => {
    const embedding = { model: MODEL, vector: vectorOf(random) };
    await find(work, { text: questionOf(random), embedding, operatorId: null, limit: 5 });
  };
  const scanAll = async () => {
    const answer = await request(`${floor.url}/scan`, { method: 'POST', body: '{}' });
    await answer.body.dump();
  };
  const measured = await interleave(
    () => timeEach(SEARCHES, searchOnce, all),
    () => timeEach(1, scanAll, []),
    5,
  );
  await database.close();
  const token = spend(tokens, READS);
  const listed: number[] = [];
  const listOnce = async () => {
    const part = questionOf(random).split(' ').at(-1)?.slice(0, -1) ?? '';
    const answer = await request(`${ours.url}/api/v1/kb/rules?q=${part}`, read(token()));
    await answer.body.dump();
  };
  await timeEach(5 * SEARCHES, listOnce, listed);
  await tearDown();
  return [
    [`search over ${CHUNKS} chunks, p95 ms (goal: 40 or less)`, formatP95(all.slice(SEARCHES))],
    ['every vector read and scored, ms', format(measured.b)],
    ['ratio (goal: 0.05 or less)', format(measured.ratio, 3)],
    ['rules that have a part of a word, p95 ms', formatP95(listed)],
  ];
}

/** A rule created, over a call of the provider, which takes 100 ms, and an insert of text and vector. */
async function rules(): Promise<Row[]> {
  const { ours, floor, tokens, tearDown } = await setUp(1_000);
  const random = randomFrom(9);
  const token = spend(tokens, WRITES);
  const content = () => Array.from({ length: 10 }, () => questionOf(random)).join(' ');
  const create = () => post(`${ours.url}/api/v1/kb/rules`, token(), { content: content() });
  const insert = () => post(`${floor.url}/embed`, ANY_TOKEN, { content: content() });
  const measured = await interleave(
    () => timeEach(CREATED, create, []),
    () => timeEach(CREATED, insert, []),
  );
  await tearDown();
  return [
    ['a rule created, ms', format(measured.a, 1)],
    ['the bare call and insert, ms', format(measured.b, 1)],
    ['ratio (goal: 1.3 or less)', format(measured.ratio, 2)],
  ];
}

export const kb = { 'kb.search': search, 'kb.rules': rules, 'kb.pgvector': pgvector };
