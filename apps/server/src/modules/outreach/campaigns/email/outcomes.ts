import { toIsoString } from '../../../../infra/clock.ts';
import type { Mail } from '../../../../infra/mail/mailer.ts';
import type { MailOutcome } from '../../../../infra/mail/outcome.ts';
import type { Tenant } from '../../../../kernel/auth/principal.ts';
import { asSystem, type WidgetWork } from '../../../../kernel/data/context.ts';
import type { Services } from '../../../../kernel/module.ts';
import { suppress } from '../../../people/suppressions/index.ts';
import { halt, type KindOfSend, metricsOf, type Send, sends } from '../../sends/index.ts';
import * as store from './store.ts';

/** How long after each attempt the next one follows, when the mail server refuses for now. */
const RETRY_MINUTES = [1, 5, 15, 60];
/** A mail server that takes nothing is asked again after a while, and after a few times the campaign pauses. */
const REFUSED = { retry: { seconds: 2 }, most: 3 };

/** An e-mail for a claimed recipient. */
export interface ClaimedMail {
  /** Of the recipient. */
  id: number;
  /** This one included. */
  attempt: number;
  mail: Mail;
}

/** A campaign as it was when recipients were claimed. */
export interface RunningSend {
  kind: KindOfSend;
  send: Send;
  services: Services;
}

type Outcome = MailOutcome['outcome'];

/** Sends e-mails, and records what became of each. */
export async function settleOutcomes(
  { kind, send, services, tenant }: RunningSend & { tenant: Tenant },
  mails: ClaimedMail[],
) {
  const { unitOfWork, mail, metrics } = services;
  const outcomes = await Promise.all(
    mails.map(async ({ mail: letter, ...rest }) => ({
      ...rest,
      to: letter.to,
      outcome: (await mail().deliver(letter)).outcome,
    })),
  );
  await unitOfWork.write({ tenant }, async (work) => {
    const ctx = asSystem(work, tenant);
    const isSilent = outcomes.every(({ outcome }) => outcome === 'not_ready');
    const current = await sends.lockIfPresent(ctx, kind, send.id);
    await store.settleMails(
      ctx,
      send.id,
      outcomes.map((each) => toResult(ctx, each)),
    );
    for (const { outcome, to } of outcomes)
      if (outcome === 'bounced') await suppress(ctx, { channel: 'email', address: to, reason: 'bounced' });
    if (current && isSilent) await recordRefusal(ctx, kind, current, send);
    else if (current?.refusals) await sends.recordRefusals(ctx, current, { refusals: 0, retry_at: null });
  });
  const counters = metricsOf(metrics);
  for (const { outcome } of outcomes) counters.count('email', 'email', outcome);
}

interface Settled {
  id: number;
  attempt: number;
  outcome: Outcome;
}

const REASONS: Partial<Record<Outcome, string>> = { bounced: 'address_rejected', failed: 'mail_rejected' };

function toResult({ now }: WidgetWork, { id, attempt, outcome }: Settled): store.MailResult {
  const wait = RETRY_MINUTES[attempt - 1];
  const result = { id, isTried: outcome !== 'not_ready', nextAttemptAt: null };
  if (outcome === 'not_ready') return { ...result, state: 'pending', reason: null };
  if (outcome !== 'retry') return { ...result, state: outcome, reason: REASONS[outcome] ?? null };
  if (wait === undefined) return { ...result, state: 'failed', reason: 'mail_deferred' };
  return { ...result, state: 'pending', reason: null, nextAttemptAt: toIsoString(now.add({ minutes: wait })) };
}

/** No connection, no login, or nothing taken from this sender. Batches that were refused at once count once. */
async function recordRefusal(ctx: WidgetWork, kind: KindOfSend, current: Send, claimed: Send) {
  if (current.status !== 'running' || current.refusals !== claimed.refusals) return;
  const refusals = current.refusals + 1;
  const retryAt = toIsoString(ctx.now.add(REFUSED.retry));
  await sends.recordRefusals(ctx, current, { refusals, retry_at: retryAt });
  if (refusals >= REFUSED.most) await halt(ctx, kind, current, 'mail_not_ready');
}
