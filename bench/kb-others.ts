// What the knowledge base costs others: messages of one widget, while rules of another are embedded and its site is crawled.
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { loadConversations } from './conversations.ts';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { addChunks, MODEL } from './kb-chunks.ts';
import { requestsPerSecond, spend, WRITES, write } from './load.ts';
import { createTenant, mintTokens, startServer, startSite, startVendor } from './processes.ts';
import { format, interleave, type Row, summarise } from './rounds.ts';

const CHUNKS = 5_000;
const CHATS = 1_000;
const ROUNDS = 5;
const SECONDS = 6;

/** A widget with a large knowledge base. */
async function addKnowledge({ url, widget, token }: { url: string; widget: number; token: () => string }) {
  async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
    const { body: text, ...sent } = write(token(), JSON.stringify(body ?? {}));
    const answer = await request(`${url}/api/v1${path}`, { ...sent, method, ...(body && { body: text }) });
    const answered = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answered}`);
    return answered && JSON.parse(answered).data;
  }
  const credential = { provider: 'openai', api_key: 'sk-bench', embedding_model: MODEL };
  const { id } = await call('POST', '/ai/credentials', credential);
  const status = () => call('GET', '/kb/status');
  let models = 0;
  return {
    widget,
    status,
    /** Makes every vector one of another model, and starts a crawl. */
    async begin(site: string) {
      models += 1;
      await call('PATCH', `/ai/credentials/${id}`, { embedding_model: `${MODEL}-${models}` });
      await call('PUT', '/kb/crawler', { url: site, max_pages: 5_000, max_depth: 10, delay_ms: 0 });
    },
    /** Without waiting for the rest of the site. */
    async end() {
      await call('DELETE', '/kb/crawler');
      await call('DELETE', '/kb/rules?source=crawler');
      for (let isDone = false; !isDone; await sleep(500)) isDone = (await status()).pending === 0;
    },
  };
}

async function others(): Promise<Row[]> {
  const dataDir = temporaryDirectory();
  const [vendor, site] = [await startVendor(), await startSite()];
  const allowed = { AI_VENDOR_URLS: `openai=${vendor.url}/v1`, OUTBOUND_ALLOW: '127.0.0.1' };
  const ours = await startServer(dataDir, allowed);
  const client = await connect(dataDir);
  const [busy, quiet] = [createTenant(dataDir), createTenant(dataDir)];
  const tokens = (widget: number, count: number) => spend(mintTokens(dataDir, widget, count), WRITES);
  const knowledge = await addKnowledge({ url: ours.url, widget: busy.widget, token: tokens(busy.widget, 100) });
  await addChunks(client, busy.widget, CHUNKS);
  const { first } = await loadConversations(client, { ...quiet, chats: CHATS, messages: 2 });
  const token = tokens(quiet.widget, 1_000);
  const body = JSON.stringify({ agent_id: quiet.agent, type: 'text', body: 'On its way' });
  const anyChat = () => first + 1 + Math.floor(Math.random() * (CHATS - 1));
  const measure = () =>
    requestsPerSecond({
      url: ours.url,
      seconds: SECONDS,
      prepare: () => ({ ...write(token(), body), path: `/api/v1/chats/${anyChat()}/messages` }),
    });
  const embedded: number[] = [];
  const fetched: number[] = [];
  const whileBusy = async () => {
    await knowledge.begin(site.url);
    for (let isBusy = false; !isBusy; await sleep(50)) {
      const { pending, crawler } = await knowledge.status();
      isBusy = pending > 0 && crawler === 'running' && (await progressOf()).fetched > 0;
    }
    const before = await progressOf();
    const sent = await measure();
    const after = await progressOf();
    if (!after.pending) throw new Error('All rules were embedded before the measurement ended');
    embedded.push((before.pending - after.pending + after.created - before.created) / SECONDS);
    fetched.push((after.fetched - before.fetched) / SECONDS);
    await knowledge.end();
    return sent;
  };
  async function progressOf() {
    const { rows } = await client.query(
      `SELECT r.pages_fetched AS fetched, r.rules_created AS created, (
         SELECT s.rules - count(*) FROM kb_vectors v WHERE v.widget_id = s.widget_id AND v.model = s.embedding_model
       )::int AS pending
       FROM kb_states s JOIN kb_crawl_runs r ON r.widget_id = s.widget_id
       WHERE s.widget_id = $1 ORDER BY r.id DESC LIMIT 1`,
      [busy.widget],
    );
    return rows[0] as Record<'fetched' | 'created' | 'pending', number>;
  }
  const measured = await interleave(whileBusy, measure, ROUNDS);
  await client.end();
  await Promise.all([vendor.stop(), site.stop()]);
  await discard(dataDir, ours);
  return [
    [`messages/s while ${CHUNKS} chunks are embedded and a site is crawled`, format(measured.a)],
    ['messages/s without', format(measured.b)],
    ['ratio (goal: 0.85 or more)', format(measured.ratio, 2)],
    ['meanwhile, chunks embedded/s', format(summarise(embedded))],
    ['and pages fetched/s', format(summarise(fetched))],
  ];
}

export const kbOthers = { 'kb.others': others };
