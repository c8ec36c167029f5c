/** What became of a mail that was handed to the mail server. */
export interface MailOutcome {
  /**
   * `bounced`: the recipient does not exist. `failed`: refused for good, for another reason. `retry`: refused for now.
   * `not_ready`: there is no connection or login, or the server takes nothing from this sender, so the mail is not to blame.
   * `unknown`: the connection broke before the server confirmed a mail that it may have accepted.
   */
  outcome: 'sent' | 'bounced' | 'failed' | 'retry' | 'not_ready' | 'unknown';
  /** The server's words, or the error. */
  response: string;
}

interface SmtpError extends Error {
  response?: string;
  responseCode?: number;
  /** The SMTP command that was refused; `CONN` when the connection failed. */
  command?: string;
}

/** Codes of RFC 3463 about the sender's reputation or content, not about the recipient's mailbox. */
const POLICY = /^\d{3}[ -]5\.7\.\d/;

export function outcomeOf(error: SmtpError, isHandedOver: boolean): MailOutcome {
  return { outcome: classify(error, isHandedOver), response: error.response ?? error.message };
}

function classify({ response = '', responseCode = 0, command = '' }: SmtpError, isHandedOver: boolean) {
  if (command === 'RCPT TO' || command === 'DATA') {
    if (responseCode < 500) return 'retry';
    return command === 'RCPT TO' && !POLICY.test(response) ? 'bounced' : 'failed';
  }
  if (command === 'MAIL FROM' && responseCode >= 400 && responseCode < 500) return 'retry';
  return isHandedOver ? 'unknown' : 'not_ready';
}
