import { visitorLive } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { siteOf } from '../../../kernel/live/rooms.ts';
import { SITE } from '../chats/index.ts';
import * as store from './store.ts';

/** Whether an agent is at work for a channel. */
export const isAnyoneAtWork = (work: InWidget<Read>, channel = SITE) => store.isAnyoneAtWork(work, channel);

/**
 * Runs a change that may affect whether an agent is at work, and publishes the result to visitors if it does. What
 * visitors were told may lag behind: a connection ends, or a department opens, before it is announced.
 */
export async function publishAvailabilityChange<T>(work: InWidget, act: () => Promise<T>) {
  const before = await readAvailability(work);
  const done = await act();
  const after = await readAvailability(work);
  const isNowOnline = after.isAtWork && !(before.isAtWork && before.isAnnounced);
  const isNowOffline = before.isAnnounced && !after.isAnnounced;
  if (isNowOnline || isNowOffline)
    work.publish(visitorLive.events.online, siteOf(work.widgetId), { online: isNowOnline });
  return done;
}

async function readAvailability(work: InWidget<Read>) {
  return { isAtWork: await isAnyoneAtWork(work), isAnnounced: await store.wasAnyoneAnnounced(work, SITE) };
}
