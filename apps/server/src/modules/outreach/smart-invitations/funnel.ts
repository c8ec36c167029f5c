import type { api, InvitationFunnel } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { boundsOf, windowOf } from '../../../kernel/data/windows.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { combineLifts, liftOf, type Measured } from './lift.ts';
import { toCampaignKey } from './rows.ts';
import * as store from './store/impressions.ts';

type Counts = Omit<InvitationFunnel['totals'], 'lift'>;

const NOTHING: Counts = { held_out: 0, shown: 0, opened: 0, dismissed: 0, clicked: 0, wrote: 0, held_out_wrote: 0 };

/** What visitors did with the invitations of a period. */
export async function read(ctx: Context<Read>, query: Query<typeof api.smartInvitations.funnel, 'from' | 'to'>) {
  const window = windowOf(query, ctx.now);
  const rules = await store.countByRule(ctx, window);
  return {
    ...boundsOf(window),
    totals: { ...rules.reduce(add, NOTHING), lift: combineLifts(rules.map(toMeasured)) },
    rules: rules.map(withLift),
  };
}

/** What visitors did with on-site campaigns, for as long as impressions are kept. */
export async function countByCampaign(ctx: InWidget<Read>, ids: number[]) {
  const counted = await store.countByKey(ctx, ids.map(toCampaignKey));
  const byKey = new Map(counted.map(({ invitation, ...counts }) => [invitation, withLift(counts)]));
  return (id: number) => byKey.get(toCampaignKey(id)) ?? { ...NOTHING, lift: null };
}

const withLift = <C extends Counts>(counts: C) => ({ ...counts, lift: liftOf(toMeasured(counts)) });

const add = (one: Counts, other: Counts): Counts => ({
  held_out: one.held_out + other.held_out,
  shown: one.shown + other.shown,
  opened: one.opened + other.opened,
  dismissed: one.dismissed + other.dismissed,
  clicked: one.clicked + other.clicked,
  wrote: one.wrote + other.wrote,
  held_out_wrote: one.held_out_wrote + other.held_out_wrote,
});

const toMeasured = ({ shown, wrote, held_out, held_out_wrote }: Counts): Measured => ({
  shown: { wrote, of: shown },
  heldOut: { wrote: held_out_wrote, of: held_out },
});
