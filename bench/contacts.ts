// A page of contacts and a contact created, each against the same over bare node:http and pg.
import { connect, discard, temporaryDirectory } from './databases.ts';
import { ANY_TOKEN, READS, read, requestsPerSecond, spend, WRITES, write } from './load.ts';
import { loadContacts } from './people.ts';
import { createTenant, mintTokens, startFloor, startServer } from './processes.ts';
import { format, interleave, type Row } from './rounds.ts';

const TOKENS = 2_500;

export async function contacts(): Promise<Row[]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir);
  const { widget } = createTenant(dataDir);
  const client = await connect(dataDir);
  await loadContacts(client, widget, 1_000);
  await client.end();
  const floor = await startFloor(dataDir, widget);
  const url = `${ours.url}/api/v1/contacts`;

  const reader = spend(mintTokens(dataDir, widget, TOKENS), READS);
  const page = await interleave(
    () => requestsPerSecond({ url, prepare: () => read(reader()) }),
    () => requestsPerSecond({ url: `${floor.url}/contacts`, prepare: () => read(ANY_TOKEN) }),
  );

  const writer = spend(mintTokens(dataDir, widget, TOKENS), WRITES);
  const body = JSON.stringify({ name: 'Ирина Смирнова', email: 'irina@example.com', phone: '+79001234567' });
  const create = await interleave(
    () => requestsPerSecond({ url, prepare: () => write(writer(), body) }),
    () => requestsPerSecond({ url: `${floor.url}/create`, prepare: () => write(ANY_TOKEN, body) }),
  );

  await discard(dataDir, floor, ours);
  return [
    ['page of 20 contacts, requests/s', format(page.a)],
    ['the same over bare node:http + pg, requests/s', format(page.b)],
    ['ratio (goal: 0.9 or more)', format(page.ratio, 2)],
    ['contact created with key and events, requests/s', format(create.a)],
    ['two inserts in a transaction over bare node:http + pg, requests/s', format(create.b)],
    ['ratio (goal: 0.6 or more)', format(create.ratio, 2)],
  ];
}
