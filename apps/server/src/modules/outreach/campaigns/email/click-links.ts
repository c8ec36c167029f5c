import { timingSafeEqual } from 'node:crypto';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { ensureHashing, findHashing } from '../../../people/suppressions/index.ts';

/** A link of one e-mail. It says where it leads, so that it works when the campaign is gone, and leads nowhere else. */
export interface Click {
  widgetId: number;
  sendId: number;
  recipientId: number;
  url: string;
}

const PURPOSE = 'clicks';
const MAC_BYTES = 16;
const VERSION = 1;
const NUMBER_BYTES = 6;
const URL_AT = 1 + 3 * NUMBER_BYTES;
/** Longer links are left as they are: browsers and proxies limit addresses. */
const MAX_URL = 1_500;

/** Writes links for recipients of a campaign. */
export async function createClickLinks(ctx: InWidget, sendId: number) {
  const { sign } = await ensureHashing(ctx);
  return (recipientId: number) => (url: string) => {
    if (url.length > MAX_URL) return url;
    const head = Buffer.alloc(URL_AT, VERSION);
    [ctx.widgetId, sendId, recipientId].forEach((value, at) => {
      head.writeUIntBE(value, 1 + at * NUMBER_BYTES, NUMBER_BYTES);
    });
    const payload = Buffer.concat([head, Buffer.from(url)]);
    const mac = sign(PURPOSE, payload).subarray(0, MAC_BYTES);
    return `${ctx.publicUrl}/l/${Buffer.concat([mac, payload]).toString('base64url')}`;
  };
}

/** Undefined if the widget did not write it. */
export async function readClickLink(work: Read, token: string): Promise<Click | undefined> {
  const bytes = Buffer.from(token, 'base64url');
  const payload = bytes.subarray(MAC_BYTES);
  if (payload.length <= URL_AT || payload[0] !== VERSION || bytes.toString('base64url') !== token) return undefined;
  const [widgetId = 0, sendId = 0, recipientId = 0] = [0, 1, 2].map((at) =>
    payload.readUIntBE(1 + at * NUMBER_BYTES, NUMBER_BYTES),
  );
  const { sign } = await findHashing({ ...work, widgetId });
  const isAuthentic = timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(PURPOSE, payload).subarray(0, MAC_BYTES));
  return isAuthentic ? { widgetId, sendId, recipientId, url: payload.subarray(URL_AT).toString() } : undefined;
}
