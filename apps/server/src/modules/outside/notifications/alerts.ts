import type { Read, Write } from '../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import { mailOnce } from '../../../kernel/jobs/mail-once.ts';
import * as messages from '../../conversations/messages/index.ts';
import { claimWaiting, findAlert, listToAlert, type Waiting } from './store.ts';
import { textsFor } from './texts.ts';

const LONG = { minutes: 10 };
const TRIED_FOR = { hours: 1 };
const TRIED_EVERY = { minutes: 1 };
const BATCH = 500;
/** Enough to know what it is about; the rest is behind the link. */
const MOST_BYTES = 2 ** 16;
const MOST_OF_NAME = 80;

/** Mails agents of whoever waits long, and of whoever wrote while nobody was there: of one wait nobody is told twice. */
export const alert = defineJob({
  name: 'notifications.alert',
  attempts: 1,
  timeoutMs: 50_000,
  every: '* * * * *',
  run: (work) => inBatches(work, BATCH, alertSome),
});

async function alertSome(work: Write) {
  const found = await claimWaiting(work, LONG, BATCH);
  for (const waiting of found) {
    for (const { agent_id } of await listToAlert(work, waiting)) {
      work.enqueue(sendAlert, { ...waiting, agent_id, until: work.now.add(TRIED_FOR).toString() });
    }
  }
  return found.length;
}

interface Due extends Waiting {
  agent_id: number;
  until: string;
}

/** A mail that was not taken is tried again a minute later. */
export const sendAlert = defineJob<Due>({
  name: 'notifications.send_alert',
  attempts: 1,
  timeoutMs: 60_000,
  run: async (work, due) => {
    const mail = await compose(work, due);
    if (!mail) return;
    await mailOnce(work, {
      mail,
      until: Temporal.Instant.from(due.until),
      complaint: 'the e-mail about a waiting visitor could not be sent',
      postpone: async ({ enqueue, now }) => enqueue(sendAlert, due, { at: now.add(TRIED_EVERY) }),
    });
  },
});

/** Nothing for whoever was answered meanwhile. */
async function compose(work: Read, due: Due) {
  const { widget_id: widgetId, chat_id, is_long } = due;
  const found = await findAlert(work, due, due.agent_id);
  if (!found) return undefined;
  const texts = textsFor(found.locale);
  const { after, up_to: upTo } = found;
  const name = nameOf(found.name) || texts.visitor;
  const extent = { after, upTo, words: { ...texts.words, client: name }, mostBytes: MOST_BYTES };
  const lines = (await Array.fromAsync(messages.writeTranscript({ ...work, widgetId }, chat_id, extent))).join('');
  const write = is_long ? texts.unanswered : texts.offline;
  const site = found.domain ?? new URL(work.publicUrl).host;
  return { to: found.email, ...write({ name, site, lines, link: `${work.publicUrl}/app/inbox/${chat_id}` }) };
}

/** In one line of the subject, whatever they call themselves. */
const nameOf = (name: string | null) => name?.replace(/\s+/g, ' ').trim().slice(0, MOST_OF_NAME);
