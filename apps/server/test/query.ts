import { Client, type ClientConfig } from 'pg';

/** One statement on its own connection. */
export async function query<T extends object>(connection: string | ClientConfig, statement: string): Promise<T[]> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
