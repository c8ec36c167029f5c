import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
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
import type { Json } from '../../src/modules/messengers/drivers/requests.ts';
import type { Customer, FakeVendor } from './fake-vendor.ts';

const MAX_BYTES = 20 * 1_048_576;
const SECRET = 'a'.repeat(43);

/** Runs a driver against the fake of its vendor, without a server: its calls are real, and updates come to a real hook. */
export async function hostDriver<F extends FakeVendor>(driver: Driver, fake: F) {
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

  /** Files of ours, by the path of their link. */
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
  const hook: Hook = { url: `${origin}/messenger-hooks/${fake.vendor}/key`, secret: SECRET };
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
    /** With all members: a test calls those that its driver has. */
    driver: driver as Required<Driver>,
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
    /** A file of ours, with a link that leads to it. */
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

export type HostedDriver = Awaited<ReturnType<typeof hostDriver<FakeVendor>>>;

/** A driver whose account is connected, by hook or by poll. */
export async function hostConnected<F extends FakeVendor>(driver: Driver, fake: F) {
  const hosted = await hostDriver(driver, fake);
  const { access, events } = hosted;
  const identity = await hosted.connect();
  const isPolled = driver.modes.every((mode) => mode === 'polling');
  let position = (isPolled ? await driver.begin?.(access) : undefined) ?? null;

  /** What has happened since the last time. */
  async function takeEvents(): Promise<VendorEvent[]> {
    if (!isPolled) return events.splice(0);
    const polled = await hosted.driver.poll(access, position, 0);
    position = polled.position;
    return polled.events;
  }
  return { ...hosted, identity, isPolled, takeEvents };
}

/** A driver whose account is connected, and to which Ann has written. */
export async function hostChat<F extends FakeVendor>(driver: Driver, fake: F) {
  const hosted = await hostConnected(driver, fake);
  const writtenId = await fake.write(ann, { text: 'Hello' });
  const [message] = await hosted.takeEvents();
  if (message?.kind !== 'message') throw new Error('What Ann wrote did not arrive');
  const { conversation } = message;
  return {
    ...hosted,
    writtenId,
    message,
    /** What brought the message. */
    update: hosted.requests.at(-1) as HookRequest,
    target: { person: ann.id, conversation },
    customer: { ...ann, conversation },
  };
}

/** Members of an update, and its headers. */
export function readRequest(request: HookRequest): Json {
  const text = (request.body[0] === 0x1f ? gunzipSync(request.body) : request.body).toString();
  const body = isForm(request) ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
  return { ...body, headers: { ...request.headers } };
}

/** The same request with other members, such as `message.chat.type` or `headers.id`; `undefined` removes one. */
export function changeRequest(request: HookRequest, changes: Record<string, unknown>): HookRequest {
  const changed = readRequest(request);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce((member, name) => member[name], changed);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  const { headers, ...members } = changed;
  const isSameBody = Object.keys(changes).every((path) => path.startsWith('headers.'));
  const text = isForm(request) ? new URLSearchParams(members).toString() : JSON.stringify(members);
  return { ...request, headers, body: isSameBody ? request.body : Buffer.from(text) };
}

const isForm = ({ headers }: HookRequest) => headers['content-type']?.startsWith('application/x-www-form-urlencoded');

/** The refusal that a call ends with. */
export const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: VendorRefusal) => error,
  );

export const ann: Customer = { id: '5001', name: 'Ann Field', phone: '+15550100' };
