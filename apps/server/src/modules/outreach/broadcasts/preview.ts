import type { api } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { findPads } from '../../people/suppressions/index.ts';
import { checkAudience, getPreviewed } from '../audience/index.ts';
import { checkSettings, settingsOf } from './settings.ts';
import * as store from './store.ts';
import { createTexts } from './texts.ts';

const SAMPLES = 5;

/** Where a broadcast goes, with whom it must not reach. */
export async function targetOf(work: InWidget<Read>, { channel, settings }: store.Target): Promise<store.Target> {
  return { channel, settings, pads: await findPads(work, channel) };
}

/** Counts by the query that fixes the recipients, so the numbers are those of the broadcast. */
export async function count(work: InWidget<Read>, draft: store.Target) {
  const rows = await store.countMatched(work, await targetOf(work, draft), SAMPLES);
  const reachable = rows.find(({ reason }) => reason === null);
  return {
    matched: rows.reduce((sum, each) => sum + each.count, 0),
    reachable: reachable?.count ?? 0,
    skipped: Object.fromEntries(rows.flatMap(({ reason, count }) => (reason === null ? [] : [[reason, count]]))),
    first: reachable?.first ?? [],
  };
}

type Draft = Body<typeof api.broadcasts.preview, 'channel' | 'settings' | 'contact_id'>;

export async function preview(ctx: Context, { contact_id, ...draft }: Draft) {
  await checkSettings(ctx, draft);
  await checkAudience(ctx, draft.settings.audience);
  const { first, ...counts } = await count(ctx, draft);
  const textsFor = await createTexts(ctx, settingsOf(draft));
  const shown = contact_id === undefined ? await listFirst(ctx, draft, first) : [await getPreviewed(ctx, contact_id)];
  const samples = shown.map((contact) => ({
    contact_id: contact.id,
    contact_name: contact.name ?? contact.email ?? contact.phone,
    text: textsFor(contact).body,
  }));
  return { ...counts, samples };
}

async function listFirst(ctx: Context, draft: store.Target, first: number[]) {
  const reached = await store.listReached(ctx, await targetOf(ctx, draft), first);
  return reached.map(({ guid: id, ...contact }) => ({ id, ...contact }));
}
