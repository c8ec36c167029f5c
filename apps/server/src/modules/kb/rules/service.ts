import { type api, kbReadOnlyFields } from '@parley/contract';
import type { Before, Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import { embedRequired, fromBytes } from '../embedding/index.ts';
import { hashOf } from './indexed-text.ts';
import * as rules from './store/rules.ts';
import * as states from './store/states.ts';
import { narrow } from './text-filter.ts';
import { insertAll, replaceText } from './writing.ts';

type ListQuery = Query<typeof api.kb.listRules, 'source' | 'doc_id' | 'q' | 'unused_days' | 'cursor' | 'limit'>;

export async function list(ctx: Context<Read>, query: ListQuery) {
  const { source, doc_id: docId, q, unused_days: days, ...page } = query;
  const unusedSince = days === undefined ? undefined : ctx.now.subtract({ hours: 24 * days }).toString();
  const candidates = q === undefined ? undefined : await narrow(ctx, q);
  const filter = { source, docId, query: q, candidates, unusedSince };
  return paged(ctx, page, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => rules.list(ctx, filter, { before, limit }),
    item: (row) => row,
  });
}

export async function get(ctx: InWidget<Read>, id: number) {
  const rule = await rules.find(ctx, id);
  if (!rule) throw problem('not_found');
  return rule;
}

export function listSources(ctx: Context<Read>, query: Query<typeof api.kb.listSources, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ source }: { source: string }) => [source],
    read: ([after], limit) => rules.listSources(ctx, { after, limit }),
    item: (row) => row,
  });
}

type ReadOnlyField = (typeof kbReadOnlyFields)[number];
type NewRule = Body<typeof api.kb.createRule, 'content' | 'doc_id' | ReadOnlyField>;
type Changes = Body<typeof api.kb.updateRule, 'content' | 'doc_id' | ReadOnlyField>;

/** The provider is called first: the text is stored with its vector, or not at all. */
export async function create(ctx: Before<Context<Read>>, { content, doc_id = null, ...others }: NewRule) {
  refuseReadOnly(others);
  const text = content.trim();
  const { embedding, account } = await embedRequired(ctx, text);
  return async (inside: Context) => {
    account(inside);
    const [id] = await insertAll(inside, [{ ...MANUAL, content: text, doc_id, embedding }]);
    inside.audit({ id: id ?? 0 });
    return get(inside, id ?? 0);
  };
}

const MANUAL = {
  operator_id: null,
  source: 'manual',
  source_label: null,
  source_ref: null,
  source_is_managed: false,
  chunk_index: null,
};

/** A text that is unchanged is not embedded again, but stored with the vector that was read with it: the last write wins whole. */
export async function update(ctx: Before<Context<Read>>, id: number, { content, doc_id: docId, ...others }: Changes) {
  refuseReadOnly(others);
  const before = await rules.findText(ctx, id);
  if (!before) throw problem('not_found');
  if (content === undefined) return (inside: Context) => changeDocId(inside, id, docId ?? null);
  const text = content.trim();
  const isUnchanged = before.hash.equals(hashOf(text));
  const known = isUnchanged && before.model !== null && before.vector !== null;
  const { embedding, account } = known
    ? {
        embedding: { model: before.model ?? '', vector: fromBytes(before.vector ?? Buffer.alloc(0)) },
        account: () => undefined,
      }
    : await embedRequired(ctx, text);
  return async (inside: Context) => {
    account(inside);
    if (!(await replaceText(inside, id, { content: text, docId, embedding }))) throw problem('not_found');
    return finish(inside, id);
  };
}

async function changeDocId(ctx: Context, id: number, docId: string | null) {
  if (!(await rules.setDocId(ctx, id, docId))) throw problem('not_found');
  return finish(ctx, id);
}

async function finish(ctx: Context, id: number) {
  ctx.audit({ id });
  return get(ctx, id);
}

export async function remove(ctx: Context, id: number) {
  states.lockAll(ctx);
  if (!(await rules.remove(ctx, [id]))) throw problem('not_found');
}

export async function removeSource(ctx: Context, source: string) {
  states.lockAll(ctx);
  const deleted = await rules.removeSource(ctx, { source });
  ctx.audit({ id: source, name: source });
  return { deleted };
}

function refuseReadOnly(others: { [Name in ReadOnlyField]?: unknown }) {
  const given = kbReadOnlyFields.filter((name) => others[name] !== undefined);
  if (!given.length) return;
  const errors = Object.fromEntries(given.map((name) => [name, ['is read-only']]));
  throw problem('kb_read_only_field', `${given.join(', ')} cannot be written.`, { errors });
}
