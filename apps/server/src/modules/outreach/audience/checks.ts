import type { Audience } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { readMoment } from '../../../kernel/data/moments.ts';
import { invalid } from '../../../kernel/problems.ts';
import * as store from './store.ts';

const RANGES = ['created', 'active'] as const;

/** Refuses what a person can only have written by mistake. Listed contacts may be erased later, so it is not asked again. */
export async function checkAudience(ctx: InWidget<Read>, audience: Audience | null | undefined) {
  if (!audience) return;
  for (const name of RANGES) {
    const [from, to] = [audience[`${name}_from`], audience[`${name}_to`]].map((text) => text && readMoment(text));
    if (from && to && Temporal.Instant.compare(from, to) > 0)
      throw invalid({ [`settings.audience.${name}_to`]: `must not be before ${name}_from` });
  }
  const ids = new Set(audience.contact_ids);
  if (ids.size && (await store.countContacts(ctx, [...ids])) < ids.size)
    throw invalid({ 'settings.audience.contact_ids': 'has a contact that this widget does not have' });
}
