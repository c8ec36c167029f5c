import type { File } from '@parley/contract';
import type { Content, MediaRef } from '../drivers/index.ts';

/** A file of a message: stored, or the reason why it could not be. */
export type PreparedFile =
  | { file: Pick<File, 'id' | 'name' | 'type' | 'size'>; isImage: boolean }
  /** Too large, or not to be had. */
  | { missing: MediaRef };

type NewContent =
  | { type: 'text'; body: string }
  | { type: 'location'; payload: { coords: { lat: number; lng: number } }; body?: string }
  | { type: 'image' | 'file'; file: Pick<File, 'id' | 'name' | 'type' | 'size'>; body?: string };

const MAX_CHARACTERS = 65_536;

/**
 * The messages that a content becomes: one, unless it has several files, or a place besides. The text is the caption of the
 * first.
 */
export function toMessages({ text, coords, unknown }: Content, files: PreparedFile[]): NewContent[] {
  const body = text?.slice(0, MAX_CHARACTERS).toWellFormed() || undefined;
  const shown: NewContent[] = files.map((each, at) => toFileMessage(each, at === 0 ? body : undefined));
  if (coords) {
    const caption = files.length ? undefined : body;
    shown.push({ type: 'location', payload: { coords }, ...(caption !== undefined && { body: caption }) });
  }
  return shown.length ? shown : [{ type: 'text', body: body ?? `[${unknown ?? 'message'}]` }];
}

function toFileMessage(prepared: PreparedFile, caption: string | undefined): NewContent {
  if ('missing' in prepared) {
    const { name = 'file', size } = prepared.missing;
    const line = size === undefined ? name : `${name} (${printSize(size)})`;
    return { type: 'text', body: caption === undefined ? line : `${caption}\n${line}` };
  }
  const { file, isImage } = prepared;
  return { type: isImage ? 'image' : 'file', file, ...(caption !== undefined && { body: caption }) };
}

const MEGABYTE = 1_048_576;

function printSize(size: number) {
  return size < MEGABYTE ? `${Math.ceil(size / 1_024)} KB` : `${(size / MEGABYTE).toFixed(1)} MB`;
}
