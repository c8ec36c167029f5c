import type { JobContext, Write } from '../../../kernel/data/context.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { mailOnce } from '../../../kernel/jobs/mail-once.ts';
import * as agents from '../../account/agents/index.ts';
import { alertTexts, messengerNames } from './alert-texts.ts';
import * as alerts from './store/alerts.ts';
import type { Connection } from './store/connections.ts';
import * as store from './store/connections.ts';

const DAY = { hours: 24 };
const RETRY_FOR = { hours: 1 };
const RETRY_AFTER = { minutes: 1 };

/** Mails owner and admins, once a day while the credential is rejected. */
export async function alertRejected(work: Pick<JobContext, 'unitOfWork'>, connection: Connection) {
  await work.unitOfWork.write({}, (write) => enqueueAlerts({ ...write, widgetId: connection.widget_id }, connection));
}

async function enqueueAlerts(work: Write & { widgetId: number }, { id }: Connection) {
  const current = await store.find(work, id);
  const last = current?.alerted_at;
  const isRecent = last && Temporal.Instant.compare(Temporal.Instant.from(last).add(DAY), work.now) > 0;
  if (!current?.rejected_at || isRecent) return;
  await store.update(work, current, { alerted_at: work.now.toString() });
  for (const { user_id } of await agents.listManagers(work)) {
    work.enqueue(sendAlert, { widget_id: work.widgetId, id, user_id, until: work.now.add(RETRY_FOR).toString() });
  }
}

interface DueAlert {
  widget_id: number;
  id: number;
  user_id: number;
  until: string;
}

/** Failed mails are retried a minute later. */
export const sendAlert = defineJob<DueAlert>({
  name: 'messengers.send_alert',
  attempts: 1,
  timeoutMs: 60_000,
  run: async (work, due) => {
    const found = await alerts.findAlert({ ...work, widgetId: due.widget_id }, due.id, due.user_id);
    if (!found) return;
    const { email, provider, detail, domain, locale } = found;
    const write = alertTexts[locale ?? 'en'] ?? alertTexts.en;
    if (!write) return;
    const site = domain ?? new URL(work.publicUrl).host;
    const link = `${work.publicUrl}/app/settings/messengers`;
    await mailOnce(work, {
      mail: {
        widgetId: due.widget_id,
        to: email,
        ...write({ messenger: messengerNames[provider], site, detail, link }),
      },
      until: Temporal.Instant.from(due.until),
      warning: 'the e-mail about a rejected token could not be sent',
      postpone: async ({ enqueue, now }) => enqueue(sendAlert, due, { at: now.add(RETRY_AFTER) }),
    });
  },
});
