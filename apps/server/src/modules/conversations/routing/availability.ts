import { visitorLive } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { siteOf } from '../../../kernel/live/rooms.ts';
import { SITE } from '../chats/index.ts';
import * as store from './store.ts';

/** Whether somebody would answer now on a channel. */
export const isAnybodyThere = (work: InWidget<Read>, channel = SITE) => store.isAnybodyThere(work, channel);

/**
 * Does what may change whether somebody is there for visitors of the site, and tells them if it did. What they were told
 * and what they read may differ for a moment: a connection is gone, or a department open, before anybody says so.
 */
export async function tellingVisitors<T>(work: InWidget, act: () => Promise<T>) {
  const before = await ask(work);
  const done = await act();
  const after = await ask(work);
  const isComing = after.isThere && !(before.isThere && before.isKnown);
  const isGoing = before.isKnown && !after.isKnown;
  if (isComing || isGoing) work.publish(visitorLive.events.online, siteOf(work.widgetId), { online: isComing });
  return done;
}

async function ask(work: InWidget<Read>) {
  return { isThere: await isAnybodyThere(work), isKnown: await store.isAnybodyKnown(work, SITE) };
}
