import { visitorLive } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { siteOf } from '../../../kernel/live/rooms.ts';
import * as answerers from '../../ai/answerers/index.ts';
import * as settings from '../../ai/settings/index.ts';
import { SITE } from '../chats/index.ts';
import * as store from './store.ts';

/** Whether a visitor would get an answer: from an agent at work, or from the AI. */
export async function isOnline(work: InWidget<Read>, channel = SITE) {
  const { is_there, ai_revision } = await store.findAnswerers(work, channel);
  return is_there || doesAiAnswer(await answerers.findOfRevision(work, ai_revision));
}

function doesAiAnswer(answering: answerers.Answering | undefined) {
  if (!answering || answering.shadow_mode) return false;
  return answerers.pickAnswerer(answering.answerers)?.isUsable ?? false;
}

/** Whether an agent is at work for a channel. */
export const isAnyoneAtWork = (work: InWidget<Read>, channel: string) => store.isAnyoneAtWork(work, channel);

/**
 * Runs a change that may affect whether somebody answers, and publishes the result to visitors if it does. What
 * visitors were told may lag behind: a connection ends, or a department opens, before it is announced. One change of a
 * widget at a time, so that of two agents leaving at once the second is seen as the last.
 */
export async function publishAvailabilityChange<T>(work: InWidget, act: () => Promise<T>) {
  store.lockAvailability(work);
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
  const { is_there, ai_revision } = await store.findAnswerers(work, SITE);
  const isAi = doesAiAnswer(await answerers.findOfRevision(work, ai_revision));
  return { isAtWork: is_there || isAi, isAnnounced: isAi || (await store.wasAnyoneAnnounced(work, SITE)) };
}

/** Publishes whether somebody answers, after the AI was configured. */
export const announceAvailability = defineJob<{ widget_id: number }>({
  ...settings.announceAvailability,
  timeoutMs: 10_000,
  run: (work, { widget_id: widgetId }) =>
    work.unitOfWork.write({}, async (write) => {
      const online = await isOnline({ ...write, widgetId });
      write.publish(visitorLive.events.online, siteOf(widgetId), { online });
    }),
});
