import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Fakes } from '../../apps/server/test/messengers/all.ts';
import type { Customer, FakeVendor, Fate, Written } from '../../apps/server/test/messengers/fake-vendor.ts';

const PAGE = fileURLToPath(new URL('./page.html', import.meta.url));

/** Customers of the lab. Ids are numbers: some messengers have no others. */
const customers: Customer[] = [
  { id: '700001', name: 'Ann Field', phone: '+15550101' },
  { id: '700002', name: 'Борис Лесной', phone: '+79000000002' },
  { id: '700003', name: 'Chen Li', phone: '+15550103' },
];

/** What customers have written, for the page. */
const written: { vendor: string; customer: string; text: string; file: string | undefined; at: number }[] = [];

interface Action {
  vendor: keyof Fakes;
  customer: string;
  /** `write`, something else that the customer can do, or `behave`. */
  act: (typeof ABILITIES)[number] | 'write' | 'behave' | 'revoke';
  text?: string;
  messageId?: string;
  file?: { name: string; type: string; base64: string };
  fate?: Fate;
  latencyMs?: number;
}

const ABILITIES = [
  'edit',
  'erase',
  'receive',
  'read',
  'block',
  'allow',
  'start',
  'typeElsewhere',
  'takeHook',
  'loseHook',
] as const;

/** Serves the page and what it calls; returns its address. */
export async function servePage(fakes: Fakes, port: number) {
  const server = createServer(async (request, response) => {
    try {
      await answer(fakes, request, response);
    } catch (error) {
      send(response, 400, { error: (error as Error).message });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function answer(fakes: Fakes, request: IncomingMessage, response: ServerResponse) {
  const { method, url } = request;
  if (method === 'GET' && url === '/') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(readFileSync(PAGE));
  } else if (method === 'GET' && url === '/state') send(response, 200, stateOf(fakes));
  else if (method === 'POST' && url === '/act') {
    await act(fakes, (await json(request)) as Action);
    send(response, 200, stateOf(fakes));
  } else send(response, 404, { error: 'There is no such page.' });
}

async function act(
  fakes: Fakes,
  { vendor, customer: id, act: name, text = '', messageId = '', file, ...rest }: Action,
) {
  const fake: FakeVendor = fakes[vendor];
  const customer = customers.find((each) => each.id === id);
  if (!customer) throw new Error('There is no such customer.');
  if (name === 'behave') {
    fake.latencyMs = rest.latencyMs ?? 0;
    return fake.behave({ fate: rest.fate ?? 'ok', seconds: 5 });
  }
  if (name === 'write') {
    written.push({ vendor, customer: id, text, file: file?.name, at: performance.now() });
    return fake.write(customer, toWritten(text, file));
  }
  if (name === 'takeHook' || name === 'loseHook' || name === 'revoke') return fake[name]?.();
  if (name === 'edit') return fake.edit?.(customer, messageId, text);
  if (name === 'erase') return fake.erase?.(customer, messageId);
  if (name === 'typeElsewhere') return fake.typeElsewhere?.(customer, text);
  return fake[name]?.(customer);
}

function toWritten(text: string, file: Action['file']): Written {
  const written = text ? { text } : {};
  if (!file) return written;
  return { ...written, file: { name: file.name, type: file.type, bytes: Buffer.from(file.base64, 'base64') } };
}

function send(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function stateOf(fakes: Fakes) {
  const vendors = Object.entries<FakeVendor>(fakes).map(([name, fake]) => ({
    name,
    credential: fake.credential,
    community: 'community' in fake ? fake.community : undefined,
    isConnected: fake.hookUrl !== undefined,
    latencyMs: fake.latencyMs,
    abilities: ABILITIES.filter((ability) => fake[ability]),
    sent: fake.sent
      .slice(-100)
      .map(({ file, ...message }) => ({ ...message, file: file && { name: file.name, size: file.bytes.length } })),
    refusals: fake.pushes.filter(({ status }) => status === null || status >= 300).length,
  }));
  return { customers, vendors, written };
}
