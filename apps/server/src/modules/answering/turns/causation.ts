import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../../infra/secrets/vault.ts';

/** What an external operator was asked: it proves this when it answers later. */
export interface Causation {
  turnId: number;
  widgetId: number;
  operatorId: number;
  chatId: number;
  messageId: number;
  /** Unix seconds. */
  expiresAt: number;
}

const LIFETIME = { minutes: 15 };
const PURPOSE = 'causation';

/** The id of a payload. It has one spelling: an id that decodes to the same is another. */
function idOf(vault: Vault, payload: string) {
  const mac = createHmac('sha256', vault.derive(PURPOSE)).update(payload).digest('base64url');
  return `${Buffer.from(payload).toString('base64url')}.${mac}`;
}

export function signCausation(vault: Vault, asked: Omit<Causation, 'expiresAt'>, now: Temporal.Instant) {
  const { turnId, widgetId, operatorId, chatId, messageId } = asked;
  const expiresAt = Math.floor(now.add(LIFETIME).epochMilliseconds / 1_000);
  return idOf(vault, [turnId, widgetId, operatorId, chatId, messageId, expiresAt].join('.'));
}

/** Undefined if it was not signed here. It may have expired. */
export function readCausation(vault: Vault, id: string): Causation | undefined {
  const [encoded = ''] = id.split('.');
  const payload = Buffer.from(encoded, 'base64url').toString();
  const [given, expected] = [Buffer.from(id), Buffer.from(idOf(vault, payload))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [turnId = 0, widgetId = 0, operatorId = 0, chatId = 0, messageId = 0, expiresAt = 0] = payload
    .split('.')
    .map(Number);
  return { turnId, widgetId, operatorId, chatId, messageId, expiresAt };
}
