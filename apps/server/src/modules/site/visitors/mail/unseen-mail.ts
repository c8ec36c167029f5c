import type { Read, Write } from '../../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../../kernel/jobs/jobs.ts';
import { mailOnce } from '../../../../kernel/jobs/mail-once.ts';
import * as messages from '../../../conversations/messages/index.ts';
import { textsFor } from './mail-texts.ts';
import { claimUnseen, findUnseenMailRecipient, type ReplyRange, releaseUnseen } from './store.ts';
import { collect, linkBack, MAX_BYTES, siteName } from './transcript-mail.ts';

const UNSEEN_FOR = { minutes: 10 };
const RETRY_FOR = { hours: 1 };
const BATCH = 500;

/** Mails replies that a visitor has not seen for a while, once. */
export const mailUnseen = defineJob({
  name: 'visitors.mail_unseen',
  attempts: 1,
  timeoutMs: 50_000,
  every: '* * * * *',
  run: (work) => inBatches(work, BATCH, claimBatch),
});

async function claimBatch(work: Write) {
  const claims = await claimUnseen(work, work.now.subtract(UNSEEN_FOR), BATCH);
  for (const claim of claims) work.enqueue(sendUnseen, claim);
  return claims.length;
}

/** If the mail is rejected, the replies are left for the next run. */
export const sendUnseen = defineJob<ReplyRange>({
  name: 'visitors.send_unseen',
  attempts: 1,
  timeoutMs: 60_000,
  run: async (work, claim) => {
    const mail = await composeMail(work, claim);
    if (!mail) return;
    await mailOnce(work, {
      mail,
      until: Temporal.Instant.from(claim.since).add(RETRY_FOR),
      warning: 'the e-mail about unseen replies could not be sent',
      postpone: (write) => releaseUnseen(write, claim),
    });
  },
});

/** Undefined when everything has been seen in the meantime. */
async function composeMail(work: Read, { widget_id: widgetId, chat_id, after, up_to: lastSeq }: ReplyRange) {
  const recipient = await findUnseenMailRecipient(work, widgetId, chat_id);
  if (!recipient) return undefined;
  const { words, unseen } = textsFor(recipient.locale);
  const range = { after: Math.max(after, recipient.seen_seq), lastSeq, only: messages.isUnseenReply };
  const options = { ...range, words, maxBytes: MAX_BYTES };
  const lines = await collect(messages.writeTranscript({ ...work, widgetId }, chat_id, options));
  if (!lines) return undefined;
  return {
    widgetId,
    to: recipient.email,
    ...unseen(await siteName(work, widgetId, recipient), lines, linkBack(work, recipient)),
  };
}
