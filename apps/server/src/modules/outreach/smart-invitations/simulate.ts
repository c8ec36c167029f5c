import type { api, InvitationRule, InvitationSimulation } from '@parley/contract';
import { judge } from '@parley/invitations';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
import { requireValid } from './checks.ts';
import { toContent, toRule, toUtc } from './rows.ts';
import * as store from './store/rules.ts';

type Given = Body<typeof api.smartInvitations.simulate, 'visit' | 'rule'>;
type Judged = Omit<InvitationRule, 'id' | 'version'> & { id: number | null };

/** What a visit would see, judged by the code that the widget runs. */
export async function simulate(ctx: Context, { visit, rule }: Given): Promise<InvitationSimulation> {
  const [{ timezone }, stored] = await Promise.all([store.findSurroundings(ctx), store.list(ctx)]);
  const rules = await withGiven(ctx, stored.map(toRule), rule);
  const moment = {
    ...visit,
    at: visit.at && toUtc(visit.at),
    shown: visit.shown.map(({ at, ...past }) => ({ ...past, at: toUtc(at) })),
  };
  const judged = rules.map(({ schedule, ...each }) => ({ ...each, schedule: schedule && { ...schedule, timezone } }));
  return judge(moment, judged, ctx.now.epochMilliseconds);
}

/** A rule that was read and changed takes the place of the stored one; another is judged beside those. */
async function withGiven(ctx: Context, stored: Judged[], rule: Given['rule']): Promise<Judged[]> {
  if (!rule) return stored;
  const content = toContent(rule);
  await requireValid(ctx, content);
  const { id = null } = rule;
  if (id !== null && !stored.some((each) => each.id === id))
    throw invalid({ 'rule.id': 'is not an invitation rule of this widget' });
  const others = stored.filter((each) => each.id !== id);
  const rank = (each: Judged) => each.id ?? Number.POSITIVE_INFINITY;
  return [...others, { ...content, id }].toSorted(
    (one, other) => one.priority - other.priority || rank(one) - rank(other),
  );
}
