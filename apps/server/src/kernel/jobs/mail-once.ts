import type { Mail } from '../../infra/mail/mailer.ts';
import type { JobContext, Write } from '../data/context.ts';

interface Plan {
  mail: Mail;
  /** Later than this nobody wants it any more. */
  until: Temporal.Instant;
  /** What the log says when it was not taken. */
  complaint: string;
  /** Leaves it to be sent another time. */
  postpone: (work: Write) => Promise<void>;
}

/**
 * For a job that is tried once, so that a node that dies after it has given the mail away does not give it away again.
 * When it is known that the mail was not taken, it is put off. What remains: a node that dies just before loses the mail,
 * and a mail server that takes it and then breaks off without saying so is given it twice.
 */
export async function mailOnce(work: JobContext, { mail, until, complaint, postpone }: Plan) {
  try {
    await work.mail.send(mail);
  } catch (error) {
    const { message, responseCode = 0 } = error as Error & { responseCode?: number };
    const isHopeless = responseCode >= 500 || Temporal.Instant.compare(until, work.now) < 0;
    work.log.warn({ reason: message, isHopeless }, complaint);
    if (!isHopeless) await work.unitOfWork.write({}, postpone);
  }
}
