import { hash, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../../infra/secrets/vault.ts';
import type { Read } from '../../../kernel/data/context.ts';

const MAC_BYTES = 16;
const keys = new WeakMap<Vault, Buffer>();

/** Derived once, since a page of messages signs many links. */
function keyOf(vault: Vault) {
  const known = keys.get(vault) ?? vault.derive('file-links');
  keys.set(vault, known);
  return known;
}

function sign(key: Buffer, name: string) {
  const inner = hash('sha256', Buffer.concat([key, Buffer.from(name)]), 'buffer');
  return hash('sha256', Buffer.concat([key, inner]), 'buffer')
    .subarray(0, MAC_BYTES)
    .toString('base64url');
}

/**
 * Signs links to files. A link is the same all day, so that browsers cache it, and is valid until the end of the next
 * day, UTC.
 */
export function createLinks({ vault, widgetId, publicUrl, now }: Read & { widgetId: number }) {
  return ({ id, name }: { id: number; name: string }) => {
    const ticket = `${widgetId}.${id}.${now.toString().slice(0, 10)}`;
    return `${publicUrl}/files/${ticket}.${sign(keyOf(vault), ticket)}/${encodeURIComponent(name)}`;
  };
}

/** A permanent link to a public image, such as an avatar. */
export function pictureUrl({ vault, publicUrl }: Read, widgetId: number, id: number | null) {
  if (id === null) return null;
  const ticket = `${widgetId}.${id}`;
  return `${publicUrl}/files/${ticket}.${sign(keyOf(vault), ticket)}/avatar`;
}

interface Ticket {
  widgetId: number;
  id: number;
  /** Undefined for permanent links. */
  expires: Temporal.Instant | undefined;
}

/** Undefined if the signature is wrong or the link has expired. */
export function readTicket(vault: Vault, text: string, now: Temporal.Instant): Ticket | undefined {
  const [, ticket, mac] = /^(\d+\.\d+(?:\.[\d-]+)?)\.([\w-]+)$/.exec(text) ?? [];
  if (ticket === undefined || mac === undefined) return undefined;
  const actual = Buffer.from(mac);
  const expected = Buffer.from(sign(keyOf(vault), ticket));
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const [widgetId, id, day] = ticket.split('.');
  if (day === undefined) return { widgetId: Number(widgetId), id: Number(id), expires: undefined };
  const expires = Temporal.PlainDate.from(day).add({ days: 2 }).toZonedDateTime('UTC').toInstant();
  if (Temporal.Instant.compare(now, expires) >= 0) return undefined;
  return { widgetId: Number(widgetId), id: Number(id), expires };
}
