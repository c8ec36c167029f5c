import { visitorLive } from '@parley/contract';
import type { InWidget, Work } from '../../kernel/context.ts';
import { siteOf } from '../../kernel/live/rooms.ts';
import { SITE } from '../chats/index.ts';
import * as store from './store.ts';

type Asked = Work & { widgetId: number };

/** Whether somebody would answer now on a channel. */
export const isAnybodyThere = (work: Asked, channel = SITE) => store.isAnybodyThere(work, channel);

/** Does what may change whether somebody is there for visitors of the site, and tells them if it did. */
export async function tellingVisitors<T>(work: InWidget, act: () => Promise<T>) {
  // Both are asked of what visitors were told: who is gone unsaid, or what has opened a moment ago, is told of elsewhere.
  const wasThere = await store.isAnybodyKnown(work, SITE);
  const done = await act();
  const online = await store.isAnybodyKnown(work, SITE);
  if (online !== wasThere) work.publish(visitorLive.events.online, siteOf(work.widgetId), { online });
  return done;
}
