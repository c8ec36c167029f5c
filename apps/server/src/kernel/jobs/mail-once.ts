import type { Mail } from '../../infra/mail/mailer.ts';
import type { JobContext, Write } from '../data/context.ts';

/** Without a mail server, mails are written to files. */
type MailOnceOutcome = 'sent' | 'refused' | 'no_mail_server';

interface MailOnceOptions {
  mail: Mail;
  /** Not sent after this time. */
  until: Temporal.Instant;
  /** Log message for a failure. */
  warning: string;
  /** Schedules another attempt. */
  postpone: (work: Write) => Promise<void>;
  /** Records what became of this attempt. */
  record?: (work: Write, outcome: MailOnceOutcome) => void;
}

/**
 * For a job with one attempt, so that a node that dies after sending does not send again. A mail that the server refused
 * for now is postponed. Two cases remain: a node that dies just before sending loses the mail, and a server that accepts
 * it but breaks off before confirming gets it twice.
 */
export async function mailOnce(work: JobContext, { mail, until, warning, postpone, record }: MailOnceOptions) {
  const { unitOfWork } = work;
  try {
    await work.mail.send(mail);
  } catch (error) {
    const { message, responseCode = 0 } = error as Error & { responseCode?: number };
    const isHopeless = responseCode >= 500 || Temporal.Instant.compare(until, work.now) < 0;
    work.log.warn({ reason: message, isHopeless }, warning);
    return unitOfWork.write({}, async (write) => {
      record?.(write, 'refused');
      if (!isHopeless) await postpone(write);
    });
  }
  if (record) await unitOfWork.write({}, async (write) => record(write, work.mail.server ? 'sent' : 'no_mail_server'));
}
