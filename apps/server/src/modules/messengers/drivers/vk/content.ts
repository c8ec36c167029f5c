import type { Content, MediaRef } from '../events.ts';
import { idOf, type Json, objectsOf, textOf } from '../requests.ts';

/** What a message contains. VK attaches several things of several kinds to one. */
export function contentOf(message: Json): Content {
  const attached = objectsOf(message?.attachments).map(readAttachment);
  if (objectsOf(message?.fwd_messages).length) attached.push({ unknown: 'fwd_messages' });
  const files = attached.flatMap(({ file }) => file ?? []);
  const coords = coordsOf(message?.geo);
  const written = textOf(message?.text) ?? '';
  // VK attaches the page of a link that is in the text already.
  const links = attached.flatMap(({ link }) => (link === undefined || written.includes(link) ? [] : link));
  const lines = [written, ...links].filter(Boolean);
  const unknown = attached.flatMap((each) => each.unknown ?? []);
  const isShown = lines.length > 0 || files.length > 0 || coords;
  if (!isShown) return { unknown: unknown[0] ?? 'message' };
  const text = [...lines, ...unknown.map((kind) => `[${kind}]`)].join('\n');
  return { ...(text && { text }), ...(files.length && { files }), ...(coords && { coords }) };
}

interface Attached {
  file?: MediaRef;
  link?: string;
  unknown?: string;
}

function readAttachment(attachment: Json): Attached {
  const kind = textOf(attachment.type) ?? 'attachment';
  const value = attachment[kind];
  const file = fileOf(kind, value);
  if (file) return { file };
  const link = linkOf(kind, value);
  return link === undefined ? { unknown: kind } : { link };
}

function fileOf(kind: string, value: Json): MediaRef | undefined {
  switch (kind) {
    case 'photo':
      return refTo(widestOf(value?.sizes), { isImage: true, name: 'photo.jpg' });
    case 'sticker':
      return refTo(widestOf(value?.images), { isImage: true, name: 'sticker.png' });
    case 'graffiti':
      return refTo(textOf(value?.url), { isImage: true, name: 'graffiti.png' });
    case 'audio_message':
      return refTo(textOf(value?.link_mp3), { isImage: false, name: 'voice.mp3' });
    case 'doc':
      return refTo(textOf(value?.url), { isImage: false, name: nameOf(value), size: value?.size });
    default:
      return undefined;
  }
}

function refTo(ref: string | undefined, { size, ...told }: { isImage: boolean; name: string; size?: unknown }) {
  return ref === undefined ? undefined : { ref, ...told, ...(typeof size === 'number' && { size }) };
}

function widestOf(sizes: unknown): string | undefined {
  const known = objectsOf(sizes).filter(({ url }) => textOf(url) !== undefined);
  const widthOf = ({ width }: Json) => (typeof width === 'number' ? width : 0);
  return known.toSorted((left, right) => widthOf(right) - widthOf(left))[0]?.url;
}

/** People rename documents, and VK keeps what they leave out. */
function nameOf(doc: Json): string {
  const [title, ext] = [textOf(doc?.title) ?? 'file', textOf(doc?.ext)];
  return ext === undefined || title.toLowerCase().endsWith(`.${ext.toLowerCase()}`) ? title : `${title}.${ext}`;
}

/** Where to see what VK gives us no file of. */
function linkOf(kind: string, value: Json): string | undefined {
  if (kind === 'link') return textOf(value?.url);
  const [owner, id] = [idOf(value?.owner_id), idOf(value?.id)];
  return kind === 'video' && owner !== undefined && id !== undefined ? `https://vk.com/video${owner}_${id}` : undefined;
}

function coordsOf(geo: Json): Content['coords'] {
  const { latitude: lat, longitude: lng } = geo?.coordinates ?? {};
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined;
}
