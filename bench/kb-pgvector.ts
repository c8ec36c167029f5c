// pgvector over signatures, in one widget with many vectors. Only where `npm run test:pgvector` has put its PostgreSQL.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { createLog } from '../apps/server/src/infra/log.ts';
import { openDatabase } from '../apps/server/src/infra/postgres/database.ts';
import { prepareDatabase } from '../apps/server/src/infra/postgres/prepare.ts';
import type { InWidget, Read } from '../apps/server/src/kernel/data/context.ts';
import { signatureOf, toBytes } from '../apps/server/src/modules/kb/embedding/index.ts';
import { findByMeaning, findBySignatures } from '../apps/server/src/modules/kb/search/by-meaning.ts';
import { indexOf } from '../apps/server/src/modules/kb/search/index.ts';
import { follow } from '../apps/server/src/modules/kb/search/pgvector.ts';
import { createScratchCluster } from '../apps/server/test/scratch-cluster.ts';
import { pgvectorRoot } from '../scripts/testing/pgvector-root.ts';
import { DIMENSIONS, MODEL, meanOf, randomFrom, vectorOf } from './kb-chunks.ts';
import { format, interleave, type Row, summarise } from './rounds.ts';

/** `KB_CHUNKS=20000` for a shorter run. */
const CHUNKS = Number(process.env.KB_CHUNKS ?? 200_000);
const WIDGET = 1;
const BATCH = 500;
const SEARCHES = 10;

export async function pgvector(): Promise<Row[]> {
  const programs = path.join(pgvectorRoot, 'programs');
  if (!existsSync(programs)) return [['pgvector', 'not measured: run npm run test:pgvector first']];
  process.env.TEST_POSTGRES_BIN = programs;
  const cluster = await createScratchCluster();
  const connection = { connectionString: cluster.socketUrl('postgres') };
  const log = createLog('silent');
  await prepareDatabase(connection, log);
  const client = new Client(connection);
  await client.connect();
  const mean = await addVectors(client);
  const built = await build(client);
  const database = openDatabase(connection, log);
  // All that a search by meaning asks for.
  const work = { sql: database.sql, widgetId: WIDGET } as InWidget<Read>;
  if ((await indexOf(work)) !== 'pgvector') throw new Error('pgvector is not used');
  const random = randomFrom(5);
  const timed = (way: typeof findByMeaning) => async () => {
    const times: number[] = [];
    for (let count = 0; count < SEARCHES; count += 1) {
      const query = { embedding: { model: MODEL, vector: vectorOf(random) }, operatorId: null };
      const began = performance.now();
      await way(work, query);
      times.push(performance.now() - began);
    }
    return summarise(times).median;
  };
  const measured = await interleave(timed(findByMeaning), timed(findBySignatures), 5);
  await database.close();
  await client.end();
  await cluster.remove();
  return [
    [`by meaning over ${CHUNKS} chunks with pgvector, ms`, format(measured.a, 1)],
    ['with signatures, ms', format(measured.b, 1)],
    ['ratio (goal: 0.3 or less)', format(measured.ratio, 2)],
    ['copies and index built in, s', `${built.toFixed(0)} (mean of ${mean.length} dimensions)`],
  ];
}

/** Without texts, which a search by meaning does not read. */
async function addVectors(client: Client) {
  const random = randomFrom(WIDGET);
  const mean = meanOf(random);
  await client.query(`
    ALTER TABLE kb_vectors DROP CONSTRAINT kb_vectors_widget_id_rule_id_kb_rules_widget_id_id_fk;
    ALTER TABLE kb_spaces DROP CONSTRAINT kb_spaces_widget_id_widgets_id_fk;
    ALTER TABLE kb_states DROP CONSTRAINT kb_states_widget_id_widgets_id_fk`);
  await client.query('INSERT INTO kb_states (widget_id, rules, embedding_model) VALUES ($1, $2, $3)', [
    WIDGET,
    CHUNKS,
    MODEL,
  ]);
  await client.query(
    'INSERT INTO kb_spaces (widget_id, model, dimensions, mean, mean_of) VALUES ($1, $2, $3, $4, $5)',
    [WIDGET, MODEL, DIMENSIONS, toBytes(mean), CHUNKS],
  );
  for (let at = 0; at < CHUNKS; at += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, of) => {
      const vector = vectorOf(random);
      const bytes = `\\x${toBytes(vector).toString('hex')}`;
      return { rule_id: at + of + 1, signature: signatureOf(vector, mean), vector: bytes };
    });
    await client.query(INSERT, [WIDGET, JSON.stringify(rows)]);
  }
  await client.query('VACUUM (ANALYZE) kb_vectors');
  return mean;
}

const INSERT = `
  INSERT INTO kb_vectors (widget_id, rule_id, model, dimensions, signature, vector)
  SELECT $1, rule_id, '${MODEL}', ${DIMENSIONS}, signature, vector
  FROM json_to_recordset($2::json) AS g (rule_id bigint, signature varbit, vector bytea)`;

/** In seconds. */
async function build(client: Client) {
  await client.query("SET maintenance_work_mem = '2GB'");
  const began = performance.now();
  await follow(client);
  await client.query('VACUUM (ANALYZE) kb_halfvecs');
  return (performance.now() - began) / 1_000;
}
