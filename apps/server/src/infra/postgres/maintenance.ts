import { Client, type ClientConfig } from 'pg';
import { APPLICATION_NAME } from './database.ts';
import { getTypeParser } from './rows.ts';

/** Runs work on a connection of its own, without time limits: indexes are built there, outside of transactions. */
export type Maintain = <T>(work: (client: Client) => Promise<T>) => Promise<T>;

export const createMaintenance =
  (connection: ClientConfig): Maintain =>
  async (work) => {
    const client = new Client({
      ...connection,
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      types: { getTypeParser },
    });
    // The statement that is running rejects as well.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
