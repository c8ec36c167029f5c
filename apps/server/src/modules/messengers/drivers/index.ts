import { ali } from './ali.ts';
import { apple } from './apple.ts';
import { avito } from './avito.ts';
import { cian } from './cian.ts';
import type { Driver, Vendor } from './driver.ts';
import { fb } from './fb.ts';
import { mx } from './mx.ts';
import { ok } from './ok.ts';
import { tg } from './tg.ts';
import { vb } from './vb.ts';
import { vk } from './vk.ts';
import { waCloud } from './wa-cloud.ts';
import { waTwilio } from './wa-twilio.ts';

const drivers: Record<Vendor, Driver> = { tg, vk, wa: waCloud, vb, fb, ok, mx, cian, ali, apple, avito };

/** The driver of a connection: WhatsApp has two. */
export function driverOf({ provider, is_twilio }: { provider: Vendor; is_twilio?: boolean }): Driver {
  return provider === 'wa' && is_twilio ? waTwilio : drivers[provider];
}

export { type Access, createCall, type Exchange, refusalIn, VendorRefusal } from './access.ts';
export { authorization, avitoPage, exchangeCode, isExpired } from './avito-oauth.ts';
export type {
  Account,
  Driver,
  Hook,
  HookRequest,
  HookState,
  Identity,
  LinkButton,
  OutgoingFile,
  Part,
  Receiver,
  SentMessage,
  State,
  Vendor,
} from './driver.ts';
export type { Content, MediaRef, MessageEvent, Person, VendorEvent } from './events.ts';
export { equalsSecret } from './requests.ts';
export { findCommunity } from './vk/community.ts';
export { listPermissions, namesCommunity } from './vk.ts';
