import type { api } from '@parley/contract';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { parseRange, readMoment } from '../../../../kernel/data/moments.ts';
import { paged } from '../../../../kernel/data/pages.ts';
import type { Query } from '../../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../../kernel/problems.ts';
import * as agents from '../../../account/agents/index.ts';
import * as contacts from '../../../people/contacts/index.ts';
import { operatorOf } from '../internal/access.ts';
import { channelIdOf, toChat } from '../serialize.ts';
import { type ChatRow, isKnownChannel, isKnownDepartment } from '../store.ts';
import type { ChatQuery, Filter } from './store/filters.ts';
import { listNewest } from './store/newest.ts';
import * as views from './store/views.ts';
import { listWaiting, positionOf, type WaitingPosition } from './store/waiting.ts';

type Filters = Omit<ChatQuery, 'sort' | 'cursor'>;
type PageQuery = Pick<ChatQuery, 'cursor' | 'limit'>;

export async function list(ctx: Context<Read>, { cursor, sort, ...filters }: ChatQuery) {
  const { q, contact_query, updated_since } = filters;
  if (sort === 'waiting' && [q, contact_query, updated_since].some((each) => each !== undefined)) {
    throw invalid({ sort: 'cannot be waiting together with q, contact_query or updated_since' });
  }
  if (contact_query !== undefined && (q !== undefined || updated_since !== undefined)) {
    throw invalid({ contact_query: 'cannot be combined with q or updated_since' });
  }
  const filter = await filterOf(ctx, filters);
  const query = { cursor, limit: filter.limit };
  return sort === 'waiting' ? pageOfWaiting(ctx, query, filter) : pageOfNewest(ctx, query, filter);
}

/** Both orders belong to one route, so the cursor of one is also valid for the other. */
type ChatPosition = [created_at: string, id: number] | [part: WaitingPosition['part'], at: string, id: number];

function pageOfNewest(ctx: Context<Read>, query: PageQuery, filter: Filter) {
  return paged(ctx, query, {
    position: ({ created_at, id }: ChatRow): ChatPosition => [created_at, id],
    read: (start, limit) => {
      if (start.length === 3) throw wrongSortCursor();
      const [created_at, id] = start;
      const before = created_at === undefined ? undefined : { created_at, id };
      return listNewest(ctx, { ...filter, before, limit });
    },
    item: (row) => toChat(row, ctx.now),
  });
}

function pageOfWaiting(ctx: Context<Read>, query: PageQuery, filter: Filter) {
  return paged(ctx, query, {
    position: (row: ChatRow): ChatPosition => {
      const { part, at, id } = positionOf(row, filter.view);
      return [part, at, id];
    },
    read: (start, limit) => {
      if (start.length === 2) throw wrongSortCursor();
      const [part, at, id] = start;
      return listWaiting(ctx, { ...filter, after: part && { part, at, id }, limit });
    },
    item: (row) => toChat(row, ctx.now),
  });
}

function wrongSortCursor() {
  return invalid({ cursor: 'belongs to a list with another sort. Start again without a cursor' });
}

async function filterOf(
  ctx: Context<Read>,
  { contact_id, updated_since, from, to, ...filters }: Filters,
): Promise<Filter> {
  const range = parseRange({ from, to });
  return {
    ...filters,
    ...(await requireKnownIds(ctx, { ...filters, contact_id })),
    ...(filters.view === 'mine' && { agent_id: filters.agent_id ?? callerIdOf(ctx) }),
    operator: operatorOf(ctx),
    from: range.from?.toString(),
    to: range.to?.toString(),
    updated_since: updated_since === undefined ? undefined : readMoment(updated_since),
  };
}

/** An unknown id in a filter is 404, never an empty list. */
async function requireKnownIds(ctx: Context<Read>, { agent_id, channel, department_id, contact_id }: Partial<Filters>) {
  if (agent_id !== undefined && !(await agents.exists(ctx, agent_id))) throw problem('not_found');
  const channelId = channelIdOf(channel ?? '');
  if (channel && channelId && !(await isKnownChannel(ctx, channelId, channel))) throw problem('not_found');
  if (department_id !== undefined && !(await isKnownDepartment(ctx, department_id))) throw problem('not_found');
  return contact_id === undefined ? {} : { contactNumber: (await contacts.get(ctx, contact_id)).number };
}

function callerIdOf({ principal }: Context<Read>) {
  if (principal.kind !== 'session') throw invalid({ agent_id: 'is required for view=mine when called with a token' });
  return principal.agentId;
}

export async function count(ctx: Context<Read>, { agent_id }: Query<typeof api.chats.counts, 'agent_id'>) {
  if (agent_id !== undefined && !(await agents.exists(ctx, agent_id))) throw problem('not_found');
  const own = ctx.principal.kind === 'session' ? ctx.principal.agentId : null;
  return views.count(ctx, agent_id ?? own);
}
