import type { api, InvitationRuleContent, InvitationSimulation } from '@parley/contract';
import { judge } from '@parley/invitations';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
import { requireValid } from './checks.ts';
import { toContent, toRule, toUtc } from './rows.ts';
import * as store from './store/rules.ts';

type Given = Body<typeof api.smartInvitations.simulate, 'visit' | 'rule'>;

interface Judged extends InvitationRuleContent {
  /** Null for a rule that is not stored. */
  id: number | null;
  campaign_id: number | null;
}

/** What a visit would see, judged by the code that the widget runs. */
export async function simulate(ctx: Context, { visit, rule }: Given): Promise<InvitationSimulation> {
  const [{ timezone }, stored] = await Promise.all([store.findSurroundings(ctx), store.listWithCampaigns(ctx)]);
  const candidates = await withGiven(ctx, stored.map(toJudged), rule);
  const moment = {
    ...visit,
    at: visit.at && toUtc(visit.at),
    shown: visit.shown.map(({ at, ...past }) => ({ ...past, at: toUtc(at) })),
  };
  const judged = candidates.map(({ schedule, campaign_id, ...each }) => ({
    ...each,
    // The visit says which rules it was shown before, and those of campaigns are none of them.
    id: campaign_id === null ? each.id : null,
    schedule: schedule && { ...schedule, timezone },
  }));
  const { shows, rules: verdicts } = judge(moment, judged, ctx.now.epochMilliseconds);
  const campaignIdOf = (index: number) => candidates[index]?.campaign_id ?? null;
  return {
    shows,
    rules: verdicts.filter((_, index) => campaignIdOf(index) === null),
    campaigns: verdicts.flatMap((verdict, index) => {
      const id = campaignIdOf(index);
      return id === null ? [] : { ...verdict, id };
    }),
  };
}

const toJudged = ({ campaign_id, ...row }: store.ServedRow): Judged => ({ ...toRule(row), campaign_id });

/** A rule that was read and changed takes the place of the stored one; another is judged beside those. */
async function withGiven(ctx: Context, stored: Judged[], rule: Given['rule']): Promise<Judged[]> {
  if (!rule) return stored;
  const content = toContent(rule);
  await requireValid(ctx, content);
  const { id = null } = rule;
  const isGiven = (each: Judged) => each.campaign_id === null && each.id === id;
  if (id !== null && !stored.some(isGiven)) throw invalid({ 'rule.id': 'is not an invitation rule of this widget' });
  const others = stored.filter((each) => !isGiven(each));
  const rank = (each: Judged) => each.id ?? Number.POSITIVE_INFINITY;
  return [...others, { ...content, id, campaign_id: null }].toSorted(
    (one, other) => one.priority - other.priority || rank(one) - rank(other),
  );
}
