import type { MailReport } from '../../../infra/mail/reports.ts';
import type { InWidget } from '../../../kernel/data/context.ts';
import * as contacts from '../contacts/index.ts';
import * as recipients from '../recipients/index.ts';
import * as subscriptions from '../subscriptions/index.ts';
import * as suppressions from '../suppressions/index.ts';
import type { SentMail } from './addresses.ts';

const CHANNEL = 'email';

/** What came back: `failed` was refused for another reason than the address. */
export type ReturnOutcome = 'bounced' | 'failed' | 'complained' | 'ignored';

const COMPLAINTS = ['abuse', 'fraud', 'opt-out'];

/** Records a report on an e-mail. A second time changes nothing. */
export async function recordReport(ctx: InWidget, mail: SentMail, report: MailReport): Promise<ReturnOutcome> {
  const recipient = await recipients.findAddressed(ctx, mail);
  if (!recipient) return 'ignored';
  const { contact_id: contact, address_hash: hash } = recipient;
  const hashing = await suppressions.findHashing(ctx);
  const isRecipients = (address: string) => hashing.hash(CHANNEL, address).equals(hash);
  const outcome = judge(report, isRecipients);
  if (outcome === 'failed') recipients.settleReturned(ctx, mail, { state: 'failed', reason: 'mail_rejected' });
  if (outcome === 'failed' || outcome === 'ignored') return outcome;
  const known = [(await contacts.findByNumber(ctx, contact))?.email ?? '', ...addressesOf(report)].find(isRecipients);
  const address = known ? suppressions.maskAddress(CHANNEL, suppressions.normalizeAddress(CHANNEL, known)) : '…';
  if (outcome === 'complained') {
    await subscriptions.complain(ctx, { contact, hash, address });
    recipients.recordComplaint(ctx, mail);
  } else {
    await suppressions.suppressHash(ctx, { channel: CHANNEL, hash, address, reason: 'bounced' });
    recipients.settleReturned(ctx, mail, { state: 'bounced', reason: 'address_rejected' });
  }
  return outcome;
}

/**
 * An address that forwards to several others is judged by its own block, if it has one. Codes 5.7.x are about the sender's
 * reputation, as in responses to `RCPT TO`.
 */
function judge(report: MailReport, isRecipients: (address: string) => boolean): ReturnOutcome {
  if (report.kind === 'feedback') return COMPLAINTS.includes(report.type) ? 'complained' : 'ignored';
  const own = report.recipients.filter(({ addresses }) => addresses.some(isRecipients));
  const failed = (own.length ? own : report.recipients).filter(
    ({ action, status }) => action === 'failed' && status.startsWith('5.'),
  );
  if (!failed.length) return 'ignored';
  return failed.every(({ status }) => status.startsWith('5.7.')) ? 'failed' : 'bounced';
}

const addressesOf = (report: MailReport) =>
  report.kind === 'feedback' ? report.addresses : report.recipients.flatMap(({ addresses }) => addresses);
