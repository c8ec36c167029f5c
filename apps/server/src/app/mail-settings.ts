import path from 'node:path';
import type { Config } from '../config.ts';
import type { ReceiverSettings } from '../infra/mail/receiver.ts';

/** Mail settings; the default sender is at the host of the public URL. */
export function mailSettings({ SMTP_URL, MAIL_FROM, MAIL_DKIM, DATA_DIR }: Config, publicUrl: string) {
  return {
    smtpUrl: SMTP_URL,
    from: MAIL_FROM || `Parley <no-reply@${new URL(publicUrl).hostname}>`,
    dkim: MAIL_DKIM,
    outbox: path.join(DATA_DIR, 'outbox'),
  };
}

/** Where bounces and complaints are received; undefined when they are not. */
export function mailReturnSettings({
  HOST,
  MAIL_IN_HOST,
  MAIL_IN_PORT,
  MAIL_IN_DOMAIN,
}: Config): ReceiverSettings | undefined {
  if (MAIL_IN_PORT === undefined || !MAIL_IN_DOMAIN) return undefined;
  return { host: MAIL_IN_HOST || HOST, port: MAIL_IN_PORT, domain: MAIL_IN_DOMAIN };
}
