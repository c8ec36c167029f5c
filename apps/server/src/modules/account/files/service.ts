import { randomUUID } from 'node:crypto';
import path from 'node:path/posix';
import type { File, Upload } from '@parley/contract';
import { isInlineImage } from '../../../infra/files/sniff.ts';
import { FileTooLarge } from '../../../infra/files/staging.ts';
import { OutboundError } from '../../../infra/outbound/outbound-error.ts';
import type { Before, Context, InWidget, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { canonicalName } from '../../../kernel/http/file-names.ts';
import { MAX_BYTES } from '../../../kernel/http/uploads.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import { createLinks } from './links.ts';
import * as store from './store.ts';

const FETCH_MS = 20_000;
/** Longer than any upload takes. */
const STAGED_LIFETIME = { minutes: 60 };
/** For uploads that a visitor has not sent. */
const UNSENT_LIFETIME = { hours: 24 };

export async function getUrl(ctx: Context<Read>, id: number) {
  const file = await store.find(ctx, ctx.widgetId, id);
  if (!file || isExpired(file, ctx.now)) throw problem('not_found');
  return createLinks(ctx)(file);
}

/** Undefined if the file is gone. */
export async function readBytes(ctx: Before<WidgetContext<Read>>, id: number) {
  const file = await store.find(ctx, ctx.widgetId, id);
  const stream = file && (await ctx.storage.read(file.key));
  return stream && Buffer.concat(await stream.toArray());
}

export function isExpired({ expires_at }: store.FileRow, now: Temporal.Instant) {
  return expires_at !== null && Temporal.Instant.compare(Temporal.Instant.from(expires_at), now) <= 0;
}

/** Stores an upload or the file at a URL; the transaction only makes it permanent. */
export async function create(ctx: Before<Context<Read>>, upload: Upload | undefined, url: string | undefined) {
  const arrived = upload ?? (await fetchFile(ctx, url ?? ''));
  try {
    const { id } = await stage(ctx, arrived);
    return async (inside: WidgetContext) => toFile(inside, await store.setExpiry(inside, id));
  } finally {
    await ctx.storage.discard(arrived);
  }
}

/** Expires unless the visitor sends it. */
export async function createForVisitor(ctx: Before<WidgetContext<Read>>, upload: Upload, visitorId: number) {
  const { id } = await stage(ctx, upload, visitorId);
  return async (inside: WidgetContext) =>
    toFile(inside, await store.setExpiry(inside, id, inside.now.add(UNSENT_LIFETIME).toString()));
}

type Staging = Pick<Before<WidgetContext<Read>>, 'unitOfWork' | 'storage' | 'widgetId' | 'now'>;

/** Inserts the row with an expiry before storing the bytes, so that the sweep finds what a failure leaves behind. */
export async function stage(ctx: Staging, { name, path: from, size, type }: Upload, visitorId?: number) {
  const { unitOfWork, storage, widgetId, now } = ctx;
  const key = `${widgetId}/${now.toString().slice(0, 10)}/${randomUUID()}`;
  const file = await unitOfWork.write({}, (work) =>
    store.insert(work, {
      widget_id: widgetId,
      key,
      name,
      type,
      size,
      visitor_id: visitorId,
      created_at: now.toString(),
      expires_at: now.add(STAGED_LIFETIME).toString(),
    }),
  );
  await storage.put(key, from);
  return file;
}

async function fetchFile({ outbound, storage }: Before<Context<Read>>, url: string): Promise<Upload> {
  try {
    const response = await outbound.fetch(url, { maxBytes: MAX_BYTES, timeoutMs: FETCH_MS, redirects: 1 });
    if (response.status !== 200) {
      response.body.destroy();
      throw invalid({ url: `returned status ${response.status}` });
    }
    const staged = await storage.receive(response.body, MAX_BYTES);
    return { ...staged, name: canonicalName(fileNameOf(response.url)) };
  } catch (error) {
    if (error instanceof OutboundError) throw invalid({ url: error.message });
    if (error instanceof FileTooLarge) throw invalid({ url: `is a file larger than ${MAX_BYTES} bytes` });
    throw error;
  }
}

function fileNameOf(url: string) {
  const last = path.basename(new URL(url).pathname);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function toFile(ctx: WidgetContext, file: store.FileRow | undefined): File {
  if (!file) throw problem('not_found');
  const { id, name, type, size, created_at } = file;
  return { id, name, type, size, url: createLinks(ctx)(file), created_at };
}

interface Attachment {
  isImage: boolean;
  /** Set for visitors, who can attach only their own uploads. */
  visitorId?: number;
  /** Named in problems, if not `file.id`. */
  field?: string;
}

export const find = (ctx: InWidget<Read>, id: number) => store.find(ctx, ctx.widgetId, id);

/** Makes the file permanent. */
export async function attach(ctx: InWidget, id: number, { isImage, visitorId, field = 'file.id' }: Attachment) {
  const file = await store.lockShared(ctx, id);
  const isTheirs = visitorId === undefined || file?.visitor_id === visitorId;
  if (!file || !isTheirs || isExpired(file, ctx.now)) throw unknownFile(field);
  if (isImage && !isInlineImage(file.type)) throw invalid({ [field]: 'must be a PNG, JPEG, GIF or WebP image' });
  if (file.expires_at !== null) await store.setExpiry(ctx, id);
  return file;
}

export const unknownFile = (field = 'file.id') => invalid({ [field]: 'is not a file of this widget' });

/** Expires the file now; the next sweep removes its bytes. */
export async function release(ctx: InWidget, id: number) {
  await store.setExpiry(ctx, id, ctx.now.toString());
}
