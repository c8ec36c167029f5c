import type { EmailSettings } from '@parley/contract';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { findPads } from '../../../people/suppressions/index.ts';
import { getPreviewed } from '../../audience/index.ts';
import { createContents } from './content.ts';
import { languageOf } from './hand-over.ts';
import * as store from './store.ts';

const SAMPLES = 5;
/** Nobody is unsubscribed by a click in a preview. */
const NO_LINK = '#';

/** Counts by the query that fixes the recipients, so the numbers are those of the campaign. */
export async function count(work: InWidget<Read>, settings: EmailSettings) {
  const rows = await store.countMatched(work, { settings, pads: await findPads(work, 'email') }, SAMPLES);
  const reachable = rows.find(({ reason }) => reason === null);
  return {
    matched: rows.reduce((sum, each) => sum + each.count, 0),
    reachable: reachable?.count ?? 0,
    skipped: Object.fromEntries(rows.flatMap(({ reason, count }) => (reason === null ? [] : [[reason, count]]))),
    first: reachable?.first ?? [],
  };
}

/** What a contact would get, or those who come first. */
export async function preview(work: InWidget<Read>, settings: EmailSettings, guid: string | undefined) {
  const { first, ...counts } = await count(work, settings);
  const chosen = guid === undefined ? first : [(await getPreviewed(work, guid)).number];
  return { ...counts, samples: await writeSamples(work, settings, chosen) };
}

export async function writeSamples(work: InWidget<Read>, settings: EmailSettings, contactIds: number[]) {
  const contentFor = await createContents(work, settings);
  const found = await store.listReached(work, { settings, pads: undefined }, 0, contactIds);
  return found.map((contact) => {
    const content = contentFor(contact, { language: languageOf(contact.locale), unsubscribeUrl: NO_LINK });
    return {
      contact_id: contact.guid,
      contact_name: contact.name ?? contact.email ?? contact.phone,
      ...content,
      html: content.html ?? null,
    };
  });
}
