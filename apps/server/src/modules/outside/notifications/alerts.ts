import type { NotificationReason } from '@parley/contract';
import type { Read, Write } from '../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import { mailOnce } from '../../../kernel/jobs/mail-once.ts';
import * as decisions from '../../conversations/decisions/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import { claimWaiting, findAlert, listAlerted, type WaitingChat } from './store.ts';
import { textsFor } from './texts.ts';

const LONG = { minutes: 10 };
const RETRY_FOR = { hours: 1 };
const RETRY_AFTER = { minutes: 1 };
/** Their chats are locked meanwhile. */
const BATCH = 100;
/** Enough for context; the link leads to the rest. */
const MAX_BYTES = 2 ** 16;
const MAX_NAME_LENGTH = 80;

/** Mails agents about visitors who wait long or wrote while no agent was online, once per wait. */
export const alert = defineJob({
  name: 'notifications.alert',
  attempts: 1,
  timeoutMs: 50_000,
  every: '* * * * *',
  run: (work) => inBatches(work, BATCH, alertBatch),
});

async function alertBatch(work: Write) {
  const found = await claimWaiting(work, LONG, BATCH);
  const waiting = new Map(found.map((each) => [each.chat_id, each]));
  const until = work.now.add(RETRY_FOR).toString();
  const alerted = Map.groupBy(await listAlerted(work, found), ({ chat_id }) => chat_id);
  for (const [chatId, agents] of alerted) {
    const chat = waiting.get(chatId);
    if (!chat) continue;
    const left = agents.flatMap(({ agent_id, reason }) => (reason ? { agent_id, sent: false, reason } : []));
    const told = agents.filter(({ reason }) => reason === null);
    for (const { agent_id } of told) work.enqueue(sendAlert, { ...chat, agent_id, until });
    decisions.recordNotifications({ ...work, widgetId: chat.widget_id }, { chatId, kind: kindOf(chat), entries: left });
  }
  return found.length;
}

const kindOf = ({ is_long }: WaitingChat) => (is_long ? 'email_unanswered' : 'email_offline');

interface DueAlert extends WaitingChat {
  agent_id: number;
  until: string;
}

/** Failed mails are retried a minute later. */
export const sendAlert = defineJob<DueAlert>({
  name: 'notifications.send_alert',
  attempts: 1,
  timeoutMs: 60_000,
  run: async (work, due) => {
    const mail = await composeMail(work, due);
    const { widget_id: widgetId, chat_id: chatId, agent_id } = due;
    const record = (write: Write, reason: NotificationReason) =>
      decisions.recordNotification({ ...write, widgetId }, { chatId, kind: kindOf(due), agent_id, reason });
    if (!mail) return work.unitOfWork.write({}, async (write) => record(write, 'answered'));
    await mailOnce(work, {
      mail,
      record,
      until: Temporal.Instant.from(due.until),
      warning: 'the e-mail about a waiting visitor could not be sent',
      postpone: async ({ enqueue, now }) => enqueue(sendAlert, due, { at: now.add(RETRY_AFTER) }),
    });
  },
});

/** Undefined when the visitor was answered in the meantime. */
async function composeMail(work: Read, due: DueAlert) {
  const { widget_id: widgetId, chat_id, is_long } = due;
  const found = await findAlert(work, due, due.agent_id);
  if (!found) return undefined;
  const texts = textsFor(found.locale);
  const { after, up_to: lastSeq } = found;
  const name = nameOf(found.name) || texts.visitor;
  const options = { after, lastSeq, words: { ...texts.words, client: name }, maxBytes: MAX_BYTES };
  const lines = (await Array.fromAsync(messages.writeTranscript({ ...work, widgetId }, chat_id, options))).join('');
  const write = is_long ? texts.unanswered : texts.offline;
  const site = found.domain ?? new URL(work.publicUrl).host;
  const link = `${work.publicUrl}/app/inbox/${chat_id}`;
  return { widgetId, to: found.email, ...write({ name, site, lines, link }) };
}

/** The name is the visitor's own and must stay on one line of the subject. */
const nameOf = (name: string | null) => name?.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH);
