import type { Read } from '../../../../kernel/data/context.ts';
import { defineJob } from '../../../../kernel/jobs/jobs.ts';
import { mailOnce } from '../../../../kernel/jobs/mail-once.ts';
import * as chats from '../../../conversations/chats/index.ts';
import { isLate, pushTo } from '../push.ts';
import { textsFor } from '../texts.ts';
import * as store from './store.ts';

const RETRY_FOR = { hours: 1 };
const RETRY_AFTER = { minutes: 1 };

/** Notifies an agent without a console of what is about them, as they chose. */
export const notifyAgent = defineJob<chats.AgentNotice>({
  ...chats.notifyAgent,
  timeoutMs: 30_000,
  run: async (work, notice) => {
    const recipient = await store.findRecipient(work, notice);
    if (!recipient) return;
    const until = work.now.add(RETRY_FOR).toString();
    await work.unitOfWork.write({}, async ({ enqueue }) => {
      for (const subscription_id of recipient.subscriptions) enqueue(sendNoticePush, { ...notice, subscription_id });
      if (recipient.wants_mail) enqueue(sendNoticeMail, { ...notice, until });
    });
  },
});

export const sendNoticePush = defineJob<chats.AgentNotice & { subscription_id: number }>({
  name: 'notifications.send_notice_push',
  attempts: 6,
  timeoutMs: 30_000,
  run: async (work, { subscription_id, ...notice }) => {
    const [found, browser] = [
      await store.findNotice(work, notice),
      await store.findBrowser(work, notice, subscription_id),
    ];
    if (!found || !browser || isLate(found.created_at, work.now)) return;
    const name = wordsOf(found).push[found.type](found.author);
    const text = `${contactOf(found)}: ${found.text}`;
    await pushTo(work, { widgetId: notice.widget_id, chatId: notice.chat_id, browser, name, text });
  },
});

/** A refused mail is retried a minute later. */
export const sendNoticeMail = defineJob<chats.AgentNotice & { until: string }>({
  name: 'notifications.send_notice_mail',
  attempts: 1,
  timeoutMs: 60_000,
  run: async (work, due) => {
    const mail = await composeMail(work, due);
    if (!mail) return;
    await mailOnce(work, {
      mail,
      until: Temporal.Instant.from(due.until),
      warning: 'the e-mail about a mention or an assigned chat could not be sent',
      postpone: async ({ enqueue, now }) => enqueue(sendNoticeMail, due, { at: now.add(RETRY_AFTER) }),
    });
  },
});

async function composeMail(work: Read, notice: chats.AgentNotice) {
  const found = await store.findNotice(work, notice);
  if (!found) return undefined;
  const link = `${work.publicUrl}/app/inbox/${notice.chat_id}`;
  const site = found.domain ?? new URL(work.publicUrl).host;
  const { author, text, email, type } = found;
  return { to: email, ...wordsOf(found).mail[type]({ author, name: contactOf(found), site, text, link }) };
}

const wordsOf = ({ locale }: store.Notice) => textsFor(locale).personal;

const MAX_NAME_LENGTH = 80;

/** The name is the visitor's own and must stay on one line of the subject. */
function contactOf({ name, locale }: store.Notice) {
  return name?.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH) || textsFor(locale).visitor;
}
