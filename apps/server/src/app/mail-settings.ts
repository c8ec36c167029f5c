import path from 'node:path';
import type { Config } from '../config.ts';

/** Mail settings; the default sender is at the host of the public URL. */
export function mailSettings({ SMTP_URL, MAIL_FROM, MAIL_DKIM, DATA_DIR }: Config, publicUrl: string) {
  return {
    smtpUrl: SMTP_URL,
    from: MAIL_FROM || `Parley <no-reply@${new URL(publicUrl).hostname}>`,
    dkim: MAIL_DKIM,
    outbox: path.join(DATA_DIR, 'outbox'),
  };
}
