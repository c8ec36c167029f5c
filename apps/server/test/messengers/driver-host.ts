import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { parseAllowRules } from '../../src/infra/outbound/addresses.ts';
import { createOutbound } from '../../src/infra/outbound/outbound.ts';
import { type Access, createCall, type VendorRefusal } from '../../src/modules/messengers/drivers/access.ts';
import type {
  Driver,
  Hook,
  HookRequest,
  Identity,
  OutgoingFile,
  Part,
  Receiver,
  State,
} from '../../src/modules/messengers/drivers/driver.ts';
import type { VendorEvent } from '../../src/modules/messengers/drivers/events.ts';
import type { Customer, FakeVendor } from './fake-vendor.ts';

const MAX_BYTES = 20 * 1_048_576;
const SECRET = 'a'.repeat(43);

/** Runs a driver against the fake of its vendor, without a server: its calls are real, and updates come to a real hook. */
export async function hostDriver(driver: Driver, fake: FakeVendor) {
  onTestFinished(fake.close);
  const outbound = createOutbound({ allow: parseAllowRules('127.0.0.1') });
  onTestFinished(outbound.close);
  const events: VendorEvent[] = [];
  /** What came to the hook, and the statuses that it answered with. */
  const requests: HookRequest[] = [];
  const answers: number[] = [];
  const state: State = {};
  const { credential } = fake;
  const access: Access = {
    call: createCall(async (url, options) => {
      const response = await outbound.fetch(url, { ...options, maxBytes: MAX_BYTES });
      return { status: response.status, headers: response.headers, body: await buffer(response.body) };
    }, driver.classify),
    hosts: Object.fromEntries(Object.keys(driver.hosts).map((name) => [name, fake.url])),
    token: credential.token,
    sid: credential.sid ?? null,
    appSecret: credential.app_secret ?? null,
    url: credential.url,
    account: null,
    state,
    hookUrl: null,
    now: Date.now(),
  };

  /** Files of ours that have a link, by path. */
  const offered = new Map<string, OutgoingFile>();

  /** What the hook does with a request. */
  function take(request: HookRequest) {
    requests.push(request);
    const isAuthentic = driver.authenticate(request, receiver());
    const reading = isAuthentic ? driver.read(request, receiver()) : undefined;
    const status = !isAuthentic ? 401 : reading === 'malformed' ? 400 : 200;
    answers.push(status);
    if (typeof reading !== 'object') return { status };
    events.push(...reading.events);
    const { type, body } = reading.answer ?? { type: 'application/json', body: '{}' };
    return { status, type, body };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://hook');
    const file = offered.get(url.pathname);
    if (file) return void response.writeHead(200, { 'content-type': file.type }).end(file.bytes);
    const { status, type, body } = take({
      method: request.method as 'GET' | 'POST',
      query: url.searchParams,
      headers: request.headers as Record<string, string>,
      body: await buffer(request),
    });
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hook: Hook = {
    url: `${origin}/messenger-hooks/${fake.vendor}/key`,
    secret: SECRET,
  };
  access.hookUrl = hook.url;
  const receiver = (): Receiver => ({
    hook,
    token: access.token,
    sid: access.sid,
    appSecret: access.appSecret,
    account: access.account,
    state: access.state,
  });

  return {
    driver,
    fake,
    access,
    hook,
    events,
    requests,
    answers,
    take,
    async connect(): Promise<Identity | undefined> {
      const identity = await driver.identify?.(access);
      access.account = identity?.account ?? null;
      const keep = async (next: State) => void Object.assign(access.state, next);
      if (driver.register) Object.assign(access.state, await driver.register(access, hook, keep));
      else fake.hookUrl = hook.url;
      return identity;
    },
    /** A file of ours with a link that leads to it. */
    offer(file: Pick<OutgoingFile, 'name' | 'type' | 'bytes'>): OutgoingFile {
      const path = `/files/${file.name}`;
      const isImage = file.type.startsWith('image/');
      const offer = { ...file, size: file.bytes.length, isImage, link: `${origin}${path}` };
      offered.set(path, offer);
      return offer;
    },
    send: (content: Part['content'], to: Customer & { conversation?: string }, key = 1) =>
      driver.send(access, { person: to.id, conversation: to.conversation ?? to.id, key, content }),
  };
}

export type HostedDriver = Awaited<ReturnType<typeof hostDriver>>;

/** The refusal that a call ends with. */
export const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: VendorRefusal) => error,
  );

export const ann: Customer = { id: '5001', name: 'Ann Field', phone: '+15550100' };
