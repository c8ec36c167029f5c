import type { PauseReason } from '@parley/contract';
import type { InWidget } from '../../../kernel/data/context.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { mailOnce } from '../../../kernel/jobs/mail-once.ts';
import * as agents from '../../account/agents/index.ts';
import { alertTexts } from './alert-texts.ts';
import * as store from './store.ts';

const RETRY_FOR = { hours: 1 };
const RETRY_AFTER = { minutes: 1 };

/** Mails owner and admins about a send that paused itself. */
export async function alertManagers(ctx: InWidget, { id }: Pick<store.Send, 'id'>, reason: PauseReason) {
  for (const { user_id } of await agents.listManagers(ctx)) {
    ctx.enqueue(sendAlert, { widget_id: ctx.widgetId, id, user_id, reason, until: ctx.now.add(RETRY_FOR).toString() });
  }
}

interface DueAlert {
  widget_id: number;
  id: number;
  user_id: number;
  reason: PauseReason;
  until: string;
}

/** Failed mails are retried a minute later. */
export const sendAlert = defineJob<DueAlert>({
  name: 'sends.send_alert',
  attempts: 1,
  timeoutMs: 60_000,
  run: async (work, due) => {
    const found = await store.findAlert({ ...work, widgetId: due.widget_id }, due);
    if (!found) return;
    const { name, kind, email, domain, locale } = found;
    const write = alertTexts[locale ?? 'en'] ?? alertTexts.en;
    if (!write) return;
    const site = domain ?? new URL(work.publicUrl).host;
    const link = `${work.publicUrl}/app/outreach/${kind === 'broadcast' ? 'broadcasts' : 'campaigns'}/${due.id}`;
    await mailOnce(work, {
      mail: { widgetId: due.widget_id, to: email, ...write({ name, site, reason: due.reason, link }) },
      until: Temporal.Instant.from(due.until),
      warning: 'the e-mail about a paused broadcast or campaign could not be sent',
      postpone: async ({ enqueue, now }) => enqueue(sendAlert, due, { at: now.add(RETRY_AFTER) }),
    });
  },
});
