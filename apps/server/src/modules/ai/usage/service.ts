import type { api } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { boundsOf, windowOf } from '../../../kernel/data/windows.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import type { Settings } from '../settings/index.ts';
import * as store from './store.ts';

const FIGURES = ['calls', 'failures', 'input_tokens', 'output_tokens', 'cost_usd_micro'] as const;

/** All days in the account's time zone that the window touches. */
export async function read(ctx: InWidget<Read>, range: Query<typeof api.aiUsage.read, 'period' | 'from' | 'to'>) {
  const window = windowOf(range, ctx.now);
  const zone = await store.findTimeZone(ctx);
  const days = { first: dayOf(window.from, zone), last: dayOf(window.to.subtract({ nanoseconds: 1 }), zone) };
  const found = await store.list(ctx, days);
  const rows = found.map(({ assistant_id, ...row }) => ({ assistant_id: assistant_id || null, ...row }));
  const totals = { calls: 0, failures: 0, input_tokens: 0, output_tokens: 0, cost_usd_micro: 0 };
  for (const row of rows) for (const name of FIGURES) totals[name] += row[name];
  return { ...boundsOf(window), totals, rows };
}

const dayOf = (moment: Temporal.Instant, zone: string) => moment.toZonedDateTimeISO(zone).toPlainDate().toString();

/** Purposes that answer a visitor: they count for the visitor, and go on until the widget's budget is spent. */
const LIVE = ['reply', 'draft'];

interface NewUsage extends store.Usage {
  contactNumber?: number | null;
}

/** Counts model calls of today. */
export function count(ctx: InWidget, { contactNumber, ...usage }: NewUsage) {
  store.add(ctx, usage);
  if (!contactNumber || !LIVE.includes(usage.purpose)) return;
  const tokens = usage.inputTokens + usage.outputTokens;
  store.addOfVisitor(ctx, { contactNumber, tokens, costUsdMicro: usage.costUsdMicro });
}

/** What the widget, and one contact of it, have spent today. */
export async function spentToday(ctx: InWidget<Read>, contactNumber: number | null) {
  const spent = await store.findSpent(ctx, contactNumber);
  return {
    widget: { tokens: spent.widget_tokens, cost_usd_micro: spent.widget_usd_micro },
    visitor: { tokens: spent.visitor_tokens, cost_usd_micro: spent.visitor_usd_micro },
  };
}

type Spent = Awaited<ReturnType<typeof spentToday>>;
type Budgets = Pick<
  Settings,
  'budget_visitor_tokens' | 'budget_widget_tokens' | 'budget_visitor_usd_micro' | 'budget_widget_usd_micro'
>;

/** Other purposes leave a fifth of the widget's budget to live chats. */
const SHARE_OF_OTHERS = 0.8;

/** The budget that forbids another call. */
export function exceededBudget(budgets: Budgets, { visitor, widget }: Spent, purpose: string) {
  const isLive = LIVE.includes(purpose);
  const isSpent = (spent: number, budget: number | null, share = 1) => budget !== null && spent >= budget * share;
  const { budget_visitor_tokens, budget_visitor_usd_micro, budget_widget_tokens, budget_widget_usd_micro } = budgets;
  const ofVisitor =
    isSpent(visitor.tokens, budget_visitor_tokens) || isSpent(visitor.cost_usd_micro, budget_visitor_usd_micro);
  if (isLive && ofVisitor) return 'budget_visitor';
  const share = isLive ? 1 : SHARE_OF_OTHERS;
  const ofWidget =
    isSpent(widget.tokens, budget_widget_tokens, share) ||
    isSpent(widget.cost_usd_micro, budget_widget_usd_micro, share);
  return ofWidget ? 'budget_widget' : null;
}
