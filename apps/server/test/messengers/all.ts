import { startAli } from './ali.ts';
import { startApple } from './apple.ts';
import { startAvito } from './avito.ts';
import { startCian } from './cian.ts';
import { startFb } from './fb.ts';
import { startMx } from './mx.ts';
import { startOk } from './ok.ts';
import { startTg } from './tg.ts';
import { startVb } from './vb.ts';
import { startVk } from './vk.ts';
import { startWaCloud } from './wa-cloud.ts';
import { startWaTwilio } from './wa-twilio.ts';

/** A fake of every vendor, by the name that `MESSENGER_URLS` has for it. */
export async function startAll({ avitoReturnsTo }: { avitoReturnsTo?: string } = {}) {
  return {
    tg: await startTg(),
    vk: await startVk(),
    wa: await startWaCloud(),
    twilio: await startWaTwilio(),
    vb: await startVb(),
    fb: await startFb(),
    ok: await startOk(),
    mx: await startMx(),
    cian: await startCian(),
    ali: await startAli(),
    apple: await startApple(),
    avito: await startAvito({ redirectUrl: avitoReturnsTo }),
  };
}

export type Fakes = Awaited<ReturnType<typeof startAll>>;

/** The settings of a server whose vendors these are. */
export function settingsFor(fakes: Fakes) {
  const { client } = fakes.avito.oauth;
  return {
    OUTBOUND_ALLOW: '127.0.0.1',
    MESSENGER_URLS: Object.entries(fakes)
      .map(([name, { url }]) => `${name}=${url}`)
      .join(','),
    MESSENGER_INBOUND: 'webhook',
    AVITO_CLIENT_ID: client.id,
    AVITO_CLIENT_SECRET: client.secret,
  };
}
