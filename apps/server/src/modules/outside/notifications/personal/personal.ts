import type { NotificationReason } from '@parley/contract';
import type { Read, Write } from '../../../../kernel/data/context.ts';
import { defineJob } from '../../../../kernel/jobs/jobs.ts';
import { mailOnce } from '../../../../kernel/jobs/mail-once.ts';
import * as chats from '../../../conversations/chats/index.ts';
import * as decisions from '../../../conversations/decisions/index.ts';
import { isLate, pushTo, recordPush } from '../push.ts';
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
    const { subscriptions, reason, wants_push, wants_mail } = recipient;
    const noPush = reason ?? (wants_push ? (subscriptions.length ? null : 'no_device') : 'turned_off');
    const noMail = reason ?? (wants_mail ? null : 'turned_off');
    await work.unitOfWork.write({}, async (write) => {
      if (noPush) record(write, notice, 'push', noPush);
      else for (const subscription_id of subscriptions) write.enqueue(sendNoticePush, { ...notice, subscription_id });
      if (noMail) record(write, notice, 'email_personal', noMail);
      else write.enqueue(sendNoticeMail, { ...notice, until });
    });
  },
});

function record(
  write: Write,
  { widget_id: widgetId, chat_id: chatId, agent_id }: chats.AgentNotice,
  kind: 'push' | 'email_personal',
  reason: NotificationReason,
) {
  decisions.recordNotification({ ...write, widgetId }, { chatId, kind, agent_id, reason });
}

export const sendNoticePush = defineJob<chats.AgentNotice & { subscription_id: number }>({
  name: 'notifications.send_notice_push',
  attempts: 6,
  timeoutMs: 30_000,
  run: async (work, { subscription_id, ...notice }) => {
    const [found, browser] = [
      await store.findNotice(work, notice),
      await store.findBrowser(work, notice, subscription_id),
    ];
    const push = { widgetId: notice.widget_id, chatId: notice.chat_id, agentId: notice.agent_id };
    if (!found) return recordPush(work, push, 'answered');
    if (!browser) return recordPush(work, push, 'no_device');
    if (isLate(found.created_at, work.now)) return recordPush(work, push, 'too_late');
    const name = wordsOf(found).push[found.type](found.author);
    const text = `${contactOf(found)}: ${found.text}`;
    await pushTo(work, { ...push, browser, name, text });
  },
});

/** A refused mail is retried a minute later. */
export const sendNoticeMail = defineJob<chats.AgentNotice & { until: string }>({
  name: 'notifications.send_notice_mail',
  attempts: 1,
  timeoutMs: 60_000,
  run: async (work, due) => {
    const mail = await composeMail(work, due);
    const recordMail = (write: Write, reason: NotificationReason) => record(write, due, 'email_personal', reason);
    if (!mail) return work.unitOfWork.write({}, async (write) => recordMail(write, 'answered'));
    await mailOnce(work, {
      mail,
      record: recordMail,
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
