import { type AuditEntry, type api, subjectOf, type TextFile } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { parseRange } from '../../../kernel/data/moments.ts';
import { paged } from '../../../kernel/data/pages.ts';
import { BYTE_ORDER_MARK, writeLine } from '../../../kernel/http/csv.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as store from './store.ts';

type FilterName = 'actor_type' | 'actor_id' | 'action' | 'subject_type' | 'from' | 'to';
type ListQuery = Query<typeof api.auditLog.list, FilterName | 'cursor' | 'limit'>;
type ExportQuery = Query<typeof api.auditLog.export, FilterName>;

export async function list(ctx: Context<Read>, { cursor, limit, ...query }: ListQuery) {
  const filter = await readFilter(ctx, query);
  return paged(
    ctx,
    { cursor, limit },
    {
      position: ({ id }: store.EntryRow) => [id],
      read: ([before], limit) => store.list(ctx, { ...filter, before, limit }),
      item: toEntry,
    },
  );
}

async function readFilter(ctx: Context<Read>, { actor_type, actor_id, action, subject_type, ...period }: ExportQuery) {
  if (actor_id !== undefined) {
    if (actor_type !== 'agent' && actor_type !== 'token') throw invalid({ actor_type: 'must be agent or token' });
    if (!(await store.hasActor(ctx, actor_type, actor_id))) throw problem('not_found');
  }
  const { from, to } = parseRange(period);
  const times = { from: from?.toString(), to: to?.toString() };
  return { actorType: actor_type, actorId: actor_id, action, subjectType: subject_type, ...times };
}

function toEntry(row: store.EntryRow): AuditEntry {
  const { id, at, action, before, after, ip } = row;
  return {
    id,
    at,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action,
    subject: { type: subjectOf(action), id: readSubjectId(row.subject_id), name: row.subject_name },
    before,
    after,
    ip,
  };
}

/** A guid has 32 characters, more than any number. */
const readSubjectId = (id: string | null) => (id !== null && /^\d{1,16}$/.test(id) ? Number(id) : id);

const COLUMNS = [
  ...['at', 'actor_type', 'actor_id', 'actor_name', 'action', 'subject_type', 'subject_id', 'subject_name'],
  ...['before', 'after', 'ip'],
];
const BATCH = 500;

export async function exportAll(ctx: Context<Read>, query: ExportQuery): Promise<TextFile> {
  const filter = await readFilter(ctx, query);
  return { name: `audit-log-${ctx.now.toString().slice(0, 10)}.csv`, lines: write(ctx, filter) };
}

/** In batches, so that memory stays bounded. */
async function* write(ctx: Context<Read>, filter: Awaited<ReturnType<typeof readFilter>>) {
  yield BYTE_ORDER_MARK + writeLine(COLUMNS);
  for (let before: number | undefined, isLast = false; !isLast; ) {
    const rows = await store.list(ctx, { ...filter, before, limit: BATCH });
    yield rows.map(lineOf).join('');
    before = rows.at(-1)?.id;
    isLast = rows.length < BATCH;
  }
}

function lineOf(row: store.EntryRow) {
  const { at, actor_type, actor_id, actor_name, action, subject_id, subject_name, before, after, ip } = row;
  return writeLine([
    ...[at, actor_type, actor_id === null ? null : String(actor_id), actor_name],
    ...[action, subjectOf(action), subject_id, subject_name],
    ...[before && JSON.stringify(before), after && JSON.stringify(after), ip],
  ]);
}
