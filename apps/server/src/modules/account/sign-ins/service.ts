import type { dashboard, signInOutcomes } from '@parley/contract';
import type { PublicContext, Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import * as store from './store.ts';

const KEPT_DAYS = 90;
const MAX_USER_AGENT = 512;

export type Outcome = (typeof signInOutcomes)[number];

export const shorten = (userAgent: string) => userAgent.slice(0, MAX_USER_AGENT);

/** Stores an attempt of a user; an unknown e-mail belongs to no one. */
export function record(ctx: PublicContext, userId: number | undefined, outcome: Outcome) {
  const { address, userAgent, country } = ctx.caller;
  const row = { outcome, address, country: country(), user_agent: shorten(userAgent), at: ctx.now.toString() };
  return store.insert(ctx, userId, row);
}

export const removeOld = (work: Write) =>
  store.removeBefore(work, work.now.subtract({ hours: 24 * KEPT_DAYS }).toString());

type SignInQuery = Query<typeof dashboard.signIns.list, 'query' | 'outcome' | 'cursor' | 'limit'>;

export function list(ctx: SessionContext<Read>, { query, outcome, ...page }: SignInQuery) {
  return paged(ctx, page, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { query, outcome, before, limit }),
    item: (row) => row,
  });
}
