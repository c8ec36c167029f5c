import type { Config } from '../config.ts';
import type { MessengerSettings } from '../infra/messenger-settings.ts';

export function messengerSettings(config: Config): MessengerSettings {
  const { AVITO_CLIENT_ID: clientId, AVITO_CLIENT_SECRET: clientSecret } = config;
  return {
    urls: config.MESSENGER_URLS,
    inbound: config.MESSENGER_INBOUND,
    avito: clientId && clientSecret ? { clientId, clientSecret } : undefined,
  };
}
