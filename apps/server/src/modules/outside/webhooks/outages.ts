import type { JobContext, Read, Write } from '../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import { mailOnce } from '../../../kernel/jobs/mail-once.ts';
import * as agents from '../../account/agents/index.ts';
import { outageTexts } from './outage-texts.ts';
import { claimOutages, endOutages, findOutage, removePreviousSecrets } from './store/outages.ts';

const DAYS = 3;
const BATCH = 100;
const RETRY_FOR = { hours: 1 };
const RETRY_AFTER = { minutes: 1 };

/** Mails owner and admins about webhooks to which nothing was delivered for three days, once per outage. */
export const watchWebhooks = defineJob({
  name: 'webhooks.watch',
  attempts: 3,
  timeoutMs: 60_000,
  every: '41 * * * *',
  run: async (work: JobContext) => {
    await work.unitOfWork.write({}, endOutages);
    await work.unitOfWork.write({}, removePreviousSecrets);
    await inBatches(work, BATCH, reportOutages);
  },
});

async function reportOutages(work: Write) {
  const found = await claimOutages(work, DAYS, BATCH);
  const until = work.now.add(RETRY_FOR).toString();
  for (const { widget_id, id } of found) {
    for (const { user_id } of await agents.listManagers({ ...work, widgetId: widget_id })) {
      work.enqueue(sendOutage, { widget_id, id, user_id, until });
    }
  }
  return found.length;
}

interface DueMail {
  widget_id: number;
  id: number;
  user_id: number;
  until: string;
}

/** Failed mails are retried a minute later. */
export const sendOutage = defineJob<DueMail>({
  name: 'webhooks.send_outage',
  attempts: 1,
  timeoutMs: 60_000,
  run: async (work, due) => {
    const mail = await composeMail(work, due);
    if (!mail) return;
    await mailOnce(work, {
      mail,
      until: Temporal.Instant.from(due.until),
      warning: 'the e-mail about a failing webhook could not be sent',
      postpone: async ({ enqueue, now }) => enqueue(sendOutage, due, { at: now.add(RETRY_AFTER) }),
    });
  },
});

async function composeMail(work: Read, { widget_id: widgetId, id, user_id }: DueMail) {
  const found = await findOutage({ ...work, widgetId }, id, user_id);
  if (!found) return undefined;
  const { email, url, domain, status, error, locale } = found;
  const write = outageTexts[locale ?? 'en'] ?? outageTexts.en;
  if (!write) return undefined;
  const site = domain ?? new URL(work.publicUrl).host;
  const link = `${work.publicUrl}/app/settings/developers/webhooks/${id}`;
  const detail = status === null ? error : `HTTP ${status}`;
  return { widgetId, to: email, ...write({ url: withoutQuery(url), site, detail, link }) };
}

/** A query often has a secret of the receiver. */
function withoutQuery(url: string) {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
