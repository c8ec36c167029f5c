import type { Upload } from '@parley/contract';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { type CsvRow, readCsvFile } from '../../../../kernel/http/csv-file.ts';
import { createRefusals } from '../../../../kernel/http/csv-import.ts';
import { invalid } from '../../../../kernel/problems.ts';
import * as agents from '../../../account/agents/index.ts';
import { COLUMNS, type Column } from './csv.ts';
import { createPlan, type PlannedRow } from './import-plan.ts';
import * as store from './store.ts';

const FORMAT = { columns: COLUMNS, oneOf: ['name', 'phrase'], maxRows: 1_000 } as const;

type Rows = CsvRow<Column>[];

/** Reads the file before the transaction; accepted rows are then stored together or not at all. */
export async function importAll(upload: Upload | undefined) {
  const rows = await readCsvFile(upload, FORMAT);
  return async (ctx: Context) => {
    store.lockImports(ctx);
    const { planned, result } = await plan(ctx, rows);
    const { created = [], updated = [] } = Object.groupBy(planned, ({ outcome }) => outcome);
    await store.insertAll(ctx, created);
    await store.updateAll(
      ctx,
      updated.flatMap(({ stored, name, phrase }) => (stored ? { ...stored, name, phrase } : [])),
    );
    ctx.audit({ after: { created: result.created, updated: result.updated } });
    return result;
  };
}

/** What the import of the file would do now. */
export async function preview(ctx: Context<Read>, upload: Upload | undefined) {
  const { planned, result } = await plan(ctx, await readCsvFile(upload, FORMAT));
  const rows = planned.map(({ stored, ...row }) => ({
    ...row,
    ...(stored && { before: { name: stored.name, phrase: stored.phrase } }),
  }));
  return async () => ({ ...result, rows });
}

async function plan(ctx: Context<Read>, rows: Rows) {
  const { principal } = ctx;
  const planRow = createPlan({
    phrases: await store.listAll(ctx),
    agents: await agents.listEmails(ctx),
    ownId: principal.kind === 'session' ? principal.agentId : undefined,
  });
  const refusals = createRefusals(COLUMNS);
  const planned = refusals.accept(rows, ({ line, cells, refusal }) => {
    if (refusal) throw invalid({ row: refusal });
    return planRow({ line, ...cells });
  });
  const count = (outcome: PlannedRow['outcome']) => planned.filter((row) => row.outcome === outcome).length;
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged') };
  return { planned, result: { ...counts, ...refusals.report() } };
}
