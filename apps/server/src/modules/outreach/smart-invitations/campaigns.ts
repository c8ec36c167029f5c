import type { OnsiteSettings } from '@parley/contract';
import type { WidgetContext, WidgetWork } from '../../../kernel/data/context.ts';
import * as widgets from '../../account/widgets/index.ts';
import { requireValid } from './checks.ts';
import { toContent, toRow, toUtc } from './rows.ts';
import * as store from './store/campaigns.ts';

type CampaignRule = NonNullable<OnsiteSettings['rule']>;

/** Refuses what a rule of the widget would be refused for, with every error by its path below `root`. */
export const requireValidRule = (ctx: WidgetContext, rule: CampaignRule, root: string) =>
  requireValid(ctx, toContent({ name: '', ...rule }), root);

interface StartedCampaign {
  id: number;
  name: string;
  rule: CampaignRule;
  starts_at: string | undefined;
  ends_at: string | undefined;
  isRunning: boolean;
}

/** Shows the rule to visitors while its campaign runs, within the times of both. */
export async function follow(ctx: WidgetWork, { id, name, rule, isRunning, ...period }: StartedCampaign) {
  const content = toContent({ name, ...rule });
  const starts = sortTimes(content.starts_at, period.starts_at);
  const ends = sortTimes(content.ends_at, period.ends_at);
  const times = { starts_at: starts.at(-1) ?? null, ends_at: ends[0] ?? null };
  await store.save(ctx, id, toRow({ ...content, ...times, enabled: isRunning }));
  await widgets.purge(ctx, 'widget', ctx);
}

const sortTimes = (...times: (string | null | undefined)[]) =>
  times.flatMap((time) => (time ? toUtc(time) : [])).toSorted();

/** What visitors were shown can still be answered. The campaign is over, so that no page has it. */
export const { remove } = store;
