import type { Mail } from '../../infra/mail/mailer.ts';
import type { JobContext, Write } from '../data/context.ts';

interface MailOnceOptions {
  mail: Mail;
  /** Not sent after this time. */
  until: Temporal.Instant;
  /** Log message for a failure. */
  warning: string;
  /** Schedules another attempt. */
  postpone: (work: Write) => Promise<void>;
}

/**
 * For a job with one attempt, so that a node that dies after sending does not send again. A mail that the server refused
 * for now is postponed. Two cases remain: a node that dies just before sending loses the mail, and a server that accepts
 * it but breaks off before confirming gets it twice.
 */
export async function mailOnce(work: JobContext, { mail, until, warning, postpone }: MailOnceOptions) {
  try {
    await work.mail.send(mail);
  } catch (error) {
    const { message, responseCode = 0 } = error as Error & { responseCode?: number };
    const isHopeless = responseCode >= 500 || Temporal.Instant.compare(until, work.now) < 0;
    work.log.warn({ reason: message, isHopeless }, warning);
    if (!isHopeless) await work.unitOfWork.write({}, postpone);
  }
}
