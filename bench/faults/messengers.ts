import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Customer, FakeVendor } from '../../apps/server/test/messengers/fake-vendor.ts';
import { startTg } from '../../apps/server/test/messengers/tg.ts';
import { startVk } from '../../apps/server/test/messengers/vk.ts';
import { type Client, createClient } from '../../packages/sdk/src/index.ts';
import { createDirectory, startPostgres } from '../loss/place.ts';
import { createRandom } from '../loss/random.ts';
import { cli, createServer, type Server } from '../loss/servers.ts';
import { isIn, until } from '../loss/until.ts';
import { openAddress } from './hook-address.ts';

export type Mode = 'webhook' | 'polling';

export interface Plan {
  mode: Mode;
  /** Each way. */
  messages: number;
  kills: number;
  seed: number;
}

export type Counted = Record<
  | 'kills'
  | 'written'
  | 'lost in'
  | 'doubled in'
  | 'out of order in'
  | 'sent'
  | 'lost out'
  | 'out of order out'
  | 'doubled by tg'
  | 'doubled by vk'
  | 'not settled'
  | 'seconds',
  number
>;

const CHATS_OF_VENDOR = 100;
/** A token may write 120 times a minute. */
const CHATS_OF_TOKEN = 4;
const SETTLE_MS = 120_000;

interface Talk {
  vendor: FakeVendor;
  customer: Customer;
  api: Client;
  agentId: number;
  chatId: number;
  written: number;
  sent: number;
}

export async function runTrial(plan: Plan, tell: (line: string) => void): Promise<Counted> {
  await using stack = new AsyncDisposableStack();
  const since = performance.now();
  const scene = await openScene(stack, plan);
  const talks = await beginTalks(scene, plan);
  tell(`${plan.mode}: ${talks.length} chats have begun`);
  const state = { isOver: false, kills: 0 };
  const killing = killNodes(scene.nodes, plan, state);
  const pace = paceOf(plan, talks.length);
  await Promise.all(talks.flatMap((talk) => [writeAll(talk, pace), sendAll(talk, pace)]));
  tell(`${plan.mode}: all is written and sent`);
  await waitForKills(state, plan);
  state.isOver = true;
  await killing;
  await settle(talks);
  const counted = await compare(talks);
  return { ...counted, kills: state.kills, seconds: Math.round((performance.now() - since) / 1_000) };
}

interface Scene {
  nodes: Server[];
  vendors: { tg: FakeVendor; vk: FakeVendor & { community: string } };
  apis: Client[];
  agentId: number;
}

async function openScene(stack: AsyncDisposableStack, { mode }: Plan): Promise<Scene> {
  const directory = createDirectory(stack);
  const nodes: Server[] = [];
  const address = await openAddress(stack, () => nodes.map(({ port }) => port));
  const vendors = { tg: await startTg(), vk: await startVk() };
  for (const { close } of Object.values(vendors)) stack.defer(close);
  const env = {
    DATABASE_URL: await startPostgres(stack),
    MASTER_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: address,
    OUTBOUND_ALLOW: '127.0.0.1',
    MESSENGER_URLS: `tg=${vendors.tg.url},vk=${vendors.vk.url}`,
    MESSENGER_INBOUND: mode,
  };
  const setting = { directory, env };
  for (let count = 0; count < 2; count += 1) nodes.push(await createServer(stack, setting));
  for (const node of nodes) await node.start();
  const args = ['account', 'create', '--email', 'ann@example.test', '--name', 'Ann', '--api-enabled'];
  const { widget_id, agent_id } = await cli<{ widget_id: number; agent_id: number }>(setting, ...args);
  const scopes = 'chats:read,messages:read,messages:write,messengers:read,messengers:write';
  const apis: Client[] = [];
  for (let count = 0; count < (2 * CHATS_OF_VENDOR) / CHATS_OF_TOKEN; count += 1) {
    const created = await cli<{ token: string }>(
      setting,
      'token',
      'create',
      '--widget',
      `${widget_id}`,
      '--scopes',
      scopes,
    );
    apis.push(createClient({ baseUrl: address, token: created.token }));
  }
  await connect(apis[0] as Client, vendors);
  return { nodes, vendors, apis, agentId: agent_id };
}

async function connect(api: Client, { tg, vk }: Scene['vendors']) {
  await api.messengers.connect({ params: { provider: 'tg' }, body: tg.credential });
  await api.messengers.addCommunity({ body: { token: vk.credential.token, community: vk.community } });
}

/** Each customer writes once: that opens the chats. */
async function beginTalks({ vendors, apis, agentId }: Scene, { seed }: Plan): Promise<Talk[]> {
  const api = apis[0] as Client;
  const begun: Omit<Talk, 'chatId' | 'api'>[] = [];
  for (const vendor of Object.values(vendors)) {
    for (let number = 0; number < CHATS_OF_VENDOR; number += 1) {
      const customer = { id: `${(seed % 1_000) * 1_000_000 + number + 1}`, name: `${vendor.vendor} ${number}` };
      begun.push({ vendor, customer, agentId, written: 1, sent: 0 });
    }
  }
  await Promise.all(begun.map(({ vendor, customer }) => vendor.write(customer, { text: nameOf('in', customer, 0) })));
  const chats = new Map<string, number>();
  await until('every chat has begun', SETTLE_MS, async () => {
    for await (const chat of api.chats.list.each({ query: { limit: 100 } })) {
      if (chat.last_message?.text) chats.set(`${chat.channel} ${chat.last_message.text}`, chat.id);
    }
    return chats.size >= begun.length;
  });
  return begun.map((talk, at) => ({
    ...talk,
    api: apis[Math.floor(at / CHATS_OF_TOKEN)] as Client,
    chatId: chats.get(`${talk.vendor.vendor} ${nameOf('in', talk.customer, 0)}`) as number,
  }));
}

const nameOf = (way: 'in' | 'out', { id }: Customer, number: number) => `${way} ${id} ${number}`;

interface Pace {
  /** Messages of a chat, each way. */
  count: number;
  /** Between two of them. */
  pauseMs: number;
}

/** One a second is what Telegram takes in a chat. */
const MIN_PAUSE_MS = 1_000;
/** With the start of the node that was killed. */
const KILL_MS = 6_000;
const RETRY_MS = 200;

/** Messages are spread over all kills. */
function paceOf({ messages, kills }: Plan, chats: number): Pace {
  const count = Math.ceil(messages / chats);
  return { count, pauseMs: Math.max(MIN_PAUSE_MS, (kills * KILL_MS) / count) };
}

async function writeAll(talk: Talk, { count, pauseMs }: Pace) {
  const { vendor, customer } = talk;
  await wait(Math.random() * pauseMs);
  for (; talk.written < count; talk.written += 1) {
    await vendor.write(customer, { text: nameOf('in', customer, talk.written) });
    await wait(pauseMs);
  }
}

async function sendAll(talk: Talk, { count, pauseMs }: Pace) {
  await wait(Math.random() * pauseMs);
  for (; talk.sent < count; talk.sent += 1) {
    await untilStored(talk, nameOf('out', talk.customer, talk.sent));
    await wait(pauseMs);
  }
}

/** A call that fails may have been stored: the id of the client tells. */
async function untilStored({ api, chatId: id, agentId }: Talk, text: string) {
  const body = { type: 'text' as const, body: text, agent_id: agentId, client_message_id: text.replaceAll(' ', '-') };
  for (;;) {
    try {
      await api.messages.send({ params: { id }, body, key: randomUUID() });
      return;
    } catch {
      await wait(RETRY_MS);
    }
  }
}

interface State {
  isOver: boolean;
  kills: number;
}

const BETWEEN_KILLS_MS = 4_000;

async function killNodes(nodes: Server[], { kills, seed }: Plan, state: State) {
  const random = createRandom(seed);
  while (!state.isOver && state.kills < kills) {
    await wait(random.between(BETWEEN_KILLS_MS / 2, BETWEEN_KILLS_MS));
    const node = random.pick(nodes);
    await node.kill();
    state.kills += 1;
    await node.start();
  }
}

/** Messages go on until the last kill, so that none is spared. */
const waitForKills = (state: State, { kills }: Plan) =>
  until('the last node was killed', SETTLE_MS, () => state.kills >= kills);

const INBOUND = /^in /;

async function storedOf({ api, chatId: id }: Talk) {
  const stored = [];
  for await (const message of api.messages.list.each({ params: { id }, query: { limit: 100 } })) stored.push(message);
  return stored.toReversed();
}

/** Until everything that was written is stored, and everything that was sent has its fate. */
async function settle(talks: Talk[]) {
  const deadline = performance.now() + SETTLE_MS;
  for (const talk of talks) {
    const isSettled = async () => {
      const stored = await storedOf(talk).catch(() => []);
      const written = stored.filter(({ body }) => INBOUND.test(body ?? '')).length;
      const isUnsent = stored.some(({ delivery }) => delivery?.status === 'queued');
      return written >= talk.written && stored.length - written >= talk.sent && !isUnsent;
    };
    await isIn(Math.max(0, deadline - performance.now()), isSettled, 500);
  }
}

async function compare(talks: Talk[]): Promise<Omit<Counted, 'kills' | 'seconds'>> {
  const counted = {
    written: 0,
    'lost in': 0,
    'doubled in': 0,
    'out of order in': 0,
    sent: 0,
    'lost out': 0,
    'out of order out': 0,
    'doubled by tg': 0,
    'doubled by vk': 0,
    'not settled': 0,
  };
  for (const talk of talks) {
    const stored = await storedOf(talk);
    const inbound = judge(
      stored.flatMap(({ body }) => (INBOUND.test(body ?? '') ? [body ?? ''] : [])),
      talk.written,
    );
    const got = talk.vendor.sent.filter(({ person }) => person === talk.customer.id).map(({ text = '' }) => text);
    const outbound = judge(got, talk.sent);
    counted.written += talk.written;
    counted['lost in'] += inbound.lost;
    counted['doubled in'] += inbound.doubled;
    counted['out of order in'] += inbound.outOfOrder;
    counted.sent += talk.sent;
    counted['lost out'] += outbound.lost;
    counted['out of order out'] += outbound.outOfOrder;
    counted[talk.vendor.vendor === 'vk' ? 'doubled by vk' : 'doubled by tg'] += outbound.doubled;
    counted['not settled'] += stored.filter(({ delivery }) => delivery && delivery.status !== 'sent').length;
  }
  return counted;
}

/** The number is the last word of a text. */
function judge(texts: string[], count: number) {
  const numbers = texts.map((text) => Number(text.split(' ').at(-1)));
  const first = [...new Set(numbers)];
  return {
    lost: count - first.length,
    doubled: numbers.length - first.length,
    outOfOrder: first.filter((number, at) => at > 0 && number < (first[at - 1] ?? 0)).length,
  };
}
