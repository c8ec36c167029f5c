import { timingSafeEqual } from 'node:crypto';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as suppressions from '../suppressions/index.ts';

/** The e-mail of a send to one recipient. */
export interface SentMail {
  sendId: number;
  recipientId: number;
}

const VERSION = 1;
const NUMBER_BYTES = 6;
const PAYLOAD_BYTES = 1 + 3 * NUMBER_BYTES;
const MAC_BYTES = 16;
const TOKEN_BYTES = PAYLOAD_BYTES + MAC_BYTES;
/** Of 5 bits. With `bounce+` it is 63 octets, and 64 may be before the `@` of an address. */
const TOKEN_LETTERS = (TOKEN_BYTES * 8) / 5;
const PURPOSE = 'bounces';

/** Writes the envelope senders of e-mails of the widget, where other servers report what became of each. */
export async function createBounceAddresses(ctx: InWidget, domain: string): Promise<(mail: SentMail) => string> {
  const { sign } = await suppressions.ensureHashing(ctx);
  return ({ sendId, recipientId }) => {
    const payload = Buffer.alloc(PAYLOAD_BYTES, VERSION);
    [ctx.widgetId, sendId, recipientId].forEach((value, at) => {
      payload.writeUIntBE(value, 1 + at * NUMBER_BYTES, NUMBER_BYTES);
    });
    const mac = sign(PURPOSE, payload).subarray(0, MAC_BYTES);
    return `bounce+${encode(Buffer.concat([payload, mac]))}@${domain}`;
  };
}

/** Reads what is before the `@`. Undefined if the widget did not write it, or is gone with its key. */
export async function readBounceAddress(work: Read, localPart: string): Promise<InWidgetMail | undefined> {
  const [, token] = /^bounce\+([\da-v]+)$/i.exec(localPart) ?? [];
  if (token?.length !== TOKEN_LETTERS) return undefined;
  const bytes = decode(token);
  const [payload, mac] = [bytes.subarray(0, PAYLOAD_BYTES), bytes.subarray(PAYLOAD_BYTES)];
  if (payload[0] !== VERSION) return undefined;
  const numberAt = (at: number) => payload.readUIntBE(1 + at * NUMBER_BYTES, NUMBER_BYTES);
  const widgetId = numberAt(0);
  const { sign } = await suppressions.findHashing({ ...work, widgetId });
  const isAuthentic = timingSafeEqual(mac, sign(PURPOSE, payload).subarray(0, MAC_BYTES));
  return isAuthentic ? { widgetId, sendId: numberAt(1), recipientId: numberAt(2) } : undefined;
}

type InWidgetMail = SentMail & { widgetId: number };

/** Base 32 with the digits 0–9 and a–v: some servers change the case of addresses. */
const encode = (bytes: Buffer) =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(TOKEN_LETTERS, '0');

function decode(token: string) {
  const number = [...token].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n);
  return Buffer.from(number.toString(16).padStart(TOKEN_BYTES * 2, '0'), 'hex');
}
