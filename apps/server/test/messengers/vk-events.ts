import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { VendorCall, VendorReply } from './fake-vendor.ts';

export type VkUpdate = Record<string, unknown> & { type: string; event_id: string };

interface Server {
  id: number;
  url: string;
  title: string;
  secret_key?: string;
  status: 'ok' | 'failed' | 'wait';
  /** Names of events that it hears. */
  hears: Set<string>;
}

const VERSION = '5.199';
const WAIT_MS = 20;
const MAX_SERVERS = 10;

const ok = (response: unknown): VendorReply => ({ json: { response } });
const no = (error_code: number, error_msg: string): VendorReply => ({ json: { error: { error_code, error_msg } } });
const invalid = (what: string) => no(100, `One of the parameters specified was missing or invalid: ${what}`);

const switchedOn = (settings: Record<string, string>) =>
  new Set(Object.keys(settings).filter((name) => name.startsWith('message_') && settings[name] === '1'));

interface Parts {
  url: () => string;
  groupId: number;
  setHook: (url: string | undefined) => void;
  isClosed: () => boolean;
}

/** Where updates of a community go: to callback servers, which VK has confirm themselves, and to a long poll. */
export function createVkEvents({ url, groupId, setHook, isClosed }: Parts) {
  let servers: Server[] = [];
  let code = randomBytes(4).toString('hex');
  const key = randomBytes(20).toString('hex');
  const start = randomInt(1, 1_000);
  const log: VkUpdate[] = [];
  let polled: Set<string> | undefined;

  /** Only one of them is ours in a test. */
  const live = () => servers.findLast(({ status, hears }) => status === 'ok' && hears.size > 0);
  const updateHook = () => setHook(live()?.url);

  const wrap = (type: string, object: object): VkUpdate => ({
    group_id: groupId,
    type,
    event_id: randomBytes(20).toString('hex'),
    v: VERSION,
    object,
  });

  /** The server has to answer with the code, which is another one the next time. */
  async function confirm(server: Server) {
    const { secret_key: secret } = server;
    const body = JSON.stringify({ type: 'confirmation', group_id: groupId, ...(secret && { secret }) });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(server.url, { method: 'POST', headers, body }).then(
      (response) => (response.ok ? response.text() : undefined),
      () => undefined,
    );
    server.status = answer === code ? 'ok' : 'failed';
    code = randomBytes(4).toString('hex');
    updateHook();
  }

  const isWrong = ({ url: address, title, secret_key = '' }: Record<string, string>) =>
    !/^https?:\/\//.test(address ?? '') || (title ?? '').length > 14 || secret_key.length > 50;

  const methods: Record<string, (call: VendorCall) => VendorReply | Promise<VendorReply>> = {
    'groups.getCallbackConfirmationCode': () => ok({ code }),
    'groups.getCallbackServers': () =>
      ok({ count: servers.length, items: servers.map(({ hears: _, ...server }) => ({ ...server, creator_id: 1 })) }),
    async 'groups.addCallbackServer'({ json }) {
      if (isWrong(json)) return invalid('url, title or secret_key is invalid');
      if (servers.length >= MAX_SERVERS) return no(2_000, 'Servers number limit is reached');
      const { url: address, title, secret_key } = json;
      const id = Math.max(0, ...servers.map((each) => each.id)) + 1;
      const server: Server = { id, url: address, title, secret_key, status: 'wait', hears: new Set() };
      servers.push(server);
      await confirm(server);
      return ok({ server_id: id });
    },
    async 'groups.editCallbackServer'({ json }) {
      const server = servers.find(({ id }) => String(id) === json.server_id);
      if (!server || isWrong(json)) return invalid('server_id is invalid');
      Object.assign(server, { url: json.url, title: json.title, secret_key: json.secret_key });
      await confirm(server);
      return ok(1);
    },
    'groups.deleteCallbackServer'({ json }) {
      const kept = servers.filter(({ id }) => String(id) !== json.server_id);
      if (kept.length === servers.length) return invalid('server_id is invalid');
      servers = kept;
      updateHook();
      return ok(1);
    },
    'groups.setCallbackSettings'({ json }) {
      const server = servers.find(({ id }) => String(id) === json.server_id);
      if (!server) return invalid('server_id is invalid');
      server.hears = switchedOn(json);
      updateHook();
      return ok(1);
    },
    'groups.setLongPollSettings'({ json }) {
      polled = json.enabled === '1' ? switchedOn(json) : undefined;
      return ok(1);
    },
    'groups.getLongPollServer': () =>
      polled
        ? ok({ key, server: `${url()}/lp/wh${groupId}`, ts: String(start + log.length) })
        : invalid('longpoll for this group is not enabled'),
  };

  return {
    methods,

    /** The update as the callback server gets it, if one hears it. */
    add(type: string, object: object): VkUpdate | undefined {
      const update = wrap(type, object);
      if (polled?.has(type)) log.push(update);
      const server = live();
      return server?.hears.has(type) ? { ...update, secret: server.secret_key } : undefined;
    },

    async poll(query: URLSearchParams): Promise<VendorReply> {
      const at = Number(query.get('ts')) - start;
      if (query.get('key') !== key) return { json: { failed: 2 } };
      if (!(at >= 0 && at <= log.length)) return { json: { failed: 1, ts: start + log.length } };
      const deadline = performance.now() + Number(query.get('wait') ?? 0) * 1_000;
      while (log.length === at && performance.now() < deadline && !isClosed()) await wait(WAIT_MS);
      return { json: { ts: String(start + log.length), updates: log.slice(at) } };
    },

    /** Another system adds its server. */
    addOther() {
      const id = Math.max(0, ...servers.map((each) => each.id)) + 1;
      servers.push({ id, url: 'https://other.example.com/hook', title: 'Other', status: 'ok', hears: new Set() });
    },

    loseServers() {
      servers = servers.filter(({ title }) => title === 'Other');
      updateHook();
    },
  };
}
