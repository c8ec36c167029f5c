import { randomUUID } from 'node:crypto';
import path from 'node:path/posix';
import type { File, Upload } from '@parley/contract';
import { isInlineImage } from '../../../infra/files/sniff.ts';
import { FileTooLarge } from '../../../infra/files/staging.ts';
import { OutboundError } from '../../../infra/outbound/outbound-error.ts';
import type { Before, Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { canonicalName } from '../../../kernel/http/file-names.ts';
import { invalid, problem } from '../../../kernel/http/problems.ts';
import { MOST_BYTES } from '../../../kernel/http/uploads.ts';
import { createLinks } from './links.ts';
import * as store from './store.ts';

const FETCH_MS = 20_000;
/** Longer than any upload takes. */
const STAGED = { minutes: 60 };
/** A visitor chooses a file to send it. */
const UNSENT = { hours: 24 };

/** Where a file can be fetched. */
export async function locate(ctx: Context<Read>, id: number) {
  const file = await store.find(ctx, ctx.widgetId, id);
  if (!file || isExpired(file, ctx.now)) throw problem('not_found');
  return createLinks(ctx)(file);
}

export function isExpired({ expires_at }: store.FileRow, now: Temporal.Instant) {
  return expires_at !== null && Temporal.Instant.compare(Temporal.Instant.from(expires_at), now) <= 0;
}

/** What was sent, or what is at an address; the transaction only says that it is there to stay. */
export async function create(ctx: Before<Context<Read>>, upload: Upload | undefined, url: string | undefined) {
  const arrived = upload ?? (await fetchFile(ctx, url ?? ''));
  try {
    const { id } = await stage(ctx, arrived);
    return async (inside: WidgetContext) => read(inside, await store.keep(inside, id));
  } finally {
    await ctx.storage.discard(arrived);
  }
}

/** A file that a visitor chose, which is theirs to send and goes when they don't. */
export async function createForVisitor(ctx: Before<WidgetContext<Read>>, upload: Upload, visitorId: number) {
  const { id } = await stage(ctx, upload, visitorId);
  return async (inside: WidgetContext) => read(inside, await store.keep(inside, id, inside.now.add(UNSENT).toString()));
}

/**
 * The row comes first, with a time to be gone by, then the bytes: whatever breaks off in between, the sweep knows what is
 * left and where.
 */
async function stage(ctx: Before<WidgetContext<Read>>, { name, path: from, size, type }: Upload, visitorId?: number) {
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
      expires_at: now.add(STAGED).toString(),
    }),
  );
  await storage.put(key, from);
  return file;
}

async function fetchFile({ outbound, storage }: Before<Context<Read>>, url: string): Promise<Upload> {
  try {
    const answer = await outbound.fetch(url, { maxBytes: MOST_BYTES, timeoutMs: FETCH_MS, redirects: 1 });
    if (answer.status !== 200) {
      answer.body.destroy();
      throw invalid({ url: `returned status ${answer.status}` });
    }
    const staged = await storage.receive(answer.body, MOST_BYTES);
    return { ...staged, name: canonicalName(nameAt(answer.url)) };
  } catch (error) {
    if (error instanceof OutboundError) throw invalid({ url: error.message });
    if (error instanceof FileTooLarge) throw invalid({ url: `is a file larger than ${MOST_BYTES} bytes` });
    throw error;
  }
}

/** The last part of the path is what people call it. */
function nameAt(url: string) {
  const last = path.basename(new URL(url).pathname);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function read(ctx: WidgetContext, file: store.FileRow | undefined): File {
  if (!file) throw problem('not_found');
  const { id, name, type, size, created_at } = file;
  return { id, name, type, size, url: createLinks(ctx)(file), created_at };
}

interface Attachment {
  /** The message shows it as a picture. */
  isImage: boolean;
  /** A visitor sends what they uploaded, and nothing else. */
  visitorId?: number;
}

/** A message takes the file, and it stays as long as the message does. */
export async function attach(ctx: WidgetContext, id: number, { isImage, visitorId }: Attachment) {
  const file = await store.hold(ctx, id);
  const isTheirs = visitorId === undefined || file?.visitor_id === visitorId;
  if (!file || !isTheirs || isExpired(file, ctx.now)) throw notAFile();
  if (isImage && !isInlineImage(file.type)) throw invalid({ 'file.id': 'must be a PNG, JPEG, GIF or WebP image' });
  if (file.expires_at !== null) await store.keep(ctx, id);
  return file;
}

export const notAFile = () => invalid({ 'file.id': 'is not a file of this widget' });

/** Nobody shows the file any more: it is gone at once, and the next sweep removes its bytes. */
export async function release(ctx: WidgetContext, id: number) {
  await store.keep(ctx, id, ctx.now.toString());
}
