// A page of contacts and a contact created, each against the same over bare node:http and pg.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { requestsPerSecond, spend } from './load.ts';
import { loadContacts } from './people.ts';
import { createWidget, mintTokens, startFloor, startServer, temporaryDirectory } from './processes.ts';
import { format, interleave } from './rounds.ts';

const READS = 590;
const WRITES = 115;
const TOKENS = 2_500;

export async function contacts(): Promise<[string, string][]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir);
  const widget = createWidget(dataDir);
  const mint = () => mintTokens(dataDir, widget, TOKENS);
  const client = new Client({ host: path.join(dataDir, 'postgres'), user: 'parley', database: 'parley' });
  await client.connect();
  await loadContacts(client, widget, 1_000);
  await client.end();
  const floor = await startFloor(dataDir, widget);

  const reader = spend(mint(), READS);
  const page = await interleave(
    () =>
      requestsPerSecond({
        url: `${ours.url}/api/v1/contacts`,
        prepare: () => ({ headers: { authorization: `Bearer ${reader()}` } }),
      }),
    () => requestsPerSecond({ url: `${floor.url}/contacts`, prepare: () => ({ headers: {} }) }),
  );

  const body = JSON.stringify({ name: 'Ирина Смирнова', email: 'irina@example.com', phone: '+79001234567' });
  const writer = spend(mint(), WRITES);
  const create = await interleave(
    () =>
      requestsPerSecond({
        url: `${ours.url}/api/v1/contacts`,
        prepare: () => ({
          method: 'POST',
          body,
          headers: {
            authorization: `Bearer ${writer()}`,
            'content-type': 'application/json',
            'x-service-idempotency-key': randomUUID(),
          },
        }),
      }),
    () =>
      requestsPerSecond({
        url: `${floor.url}/create`,
        prepare: () => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } }),
      }),
  );
  await floor.stop();
  await ours.stop();
  rmSync(path.dirname(dataDir), { recursive: true });
  return [
    ['page of 20 contacts, requests/s', format(page.a)],
    ['the same over bare node:http + pg, requests/s', format(page.b)],
    ['ratio (goal: 0.9 or more)', format(page.ratio, 2)],
    ['contact created with key and events, requests/s', format(create.a)],
    ['two inserts in a transaction over bare node:http + pg, requests/s', format(create.b)],
    ['ratio (goal: 0.6 or more)', format(create.ratio, 2)],
  ];
}
