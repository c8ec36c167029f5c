import { Client } from 'pg';

/** Tables, including the job queue's, that contain the text in any column, as text or bytes. */
export async function tablesWith(connectionString: string, text: string): Promise<string[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(
        `SELECT EXISTS (SELECT FROM ${name} AS each WHERE strpos(each::text, $1) > 0 OR strpos(each::text, $2) > 0) AS holds`,
        [text, Buffer.from(text).toString('hex')],
      );
      if (rows[0].holds) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}
