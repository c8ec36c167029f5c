import { createHmac, randomBytes } from 'node:crypto';
import type { InWidget, Read, Write } from '../../../kernel/data/context.ts';
import * as widgets from '../../account/widgets/index.ts';
import { normalizeAddress } from './addresses.ts';

const BLOCK_BYTES = 64;

/** HMAC-SHA-256 of channel and address. Without the widget's key nobody can test whether an address is suppressed. */
function createHashing(key: Buffer) {
  const pad = (byte: number) => Buffer.alloc(BLOCK_BYTES, byte).map((each, at) => each ^ (key[at] ?? 0));
  return {
    hash: (channel: string, address: string) =>
      createHmac('sha256', key)
        .update(`${channel}\n${normalizeAddress(channel, address)}`)
        .digest(),
    /** The blocks of RFC 2104, for `hashOf`: PostgreSQL has SHA-256 and no HMAC. */
    pads: { inner: pad(0x36), outer: pad(0x5c) },
    /** Signs what the widget sends to addresses. */
    sign: (purpose: string, payload: Buffer) =>
      createHmac('sha256', key).update(`${purpose}\n`).update(payload).digest(),
  };
}

/** For writes: makes the key when it is first needed. */
export const ensureHashing = async (ctx: InWidget<Write>) =>
  createHashing(await widgets.ensureAddressKey(ctx, ctx.widgetId));

/** For reads. A widget without a key has suppressed nobody, and the hashes of any other key match nothing. */
export const findHashing = async (ctx: InWidget<Read>) =>
  createHashing((await widgets.findAddressKey(ctx, ctx.widgetId)) ?? randomBytes(32));
