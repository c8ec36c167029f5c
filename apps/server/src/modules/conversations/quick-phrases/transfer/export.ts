import type { api, TextFile } from '@parley/contract';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { BYTE_ORDER_MARK, writeLine } from '../../../../kernel/http/csv.ts';
import type { Query } from '../../../../kernel/http/inputs.ts';
import { problem } from '../../../../kernel/problems.ts';
import * as agents from '../../../account/agents/index.ts';
import * as store from '../store.ts';
import { COLUMNS, type Column } from './csv.ts';

const BATCH = 500;

type ExportQuery = Query<typeof api.quickPhrases.export, 'agent_id'>;

export async function exportAll(ctx: Context<Read>, { agent_id: agentId }: ExportQuery): Promise<TextFile> {
  if (agentId !== undefined && !(await agents.exists(ctx, agentId))) throw problem('not_found');
  return { name: `quick-phrases-${ctx.now.toString().slice(0, 10)}.csv`, lines: write(ctx, agentId) };
}

/** In batches, so that memory stays bounded. */
async function* write(ctx: Context<Read>, agentId: number | undefined) {
  const emails = new Map((await agents.listEmails(ctx)).map(({ id, email }) => [id, email]));
  yield BYTE_ORDER_MARK + writeLine([...COLUMNS]);
  for (let before: number | undefined, isLast = false; !isLast; ) {
    const rows = await store.list(ctx, { agentId, before, limit: BATCH });
    yield rows
      .map(({ id, agent_id, name, phrase }) => {
        const agent = emails.get(agent_id) ?? String(agent_id);
        const cells: Record<Column, string> = { id: String(id), agent, name, phrase };
        return writeLine(COLUMNS.map((column) => cells[column]));
      })
      .join('');
    before = rows.at(-1)?.id;
    isLast = rows.length < BATCH;
  }
}
