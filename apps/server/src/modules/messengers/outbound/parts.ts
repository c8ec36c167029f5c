import type { Driver, LinkButton, OutgoingFile, Part } from '../drivers/index.ts';
import { splitText } from './split-text.ts';
import type { OutgoingMessage } from './store.ts';

/** Our stickers, where a messenger has its own. */
const EMOJI: Record<string, string> = {
  hello: '👋',
  thanks: '🙏',
  ok: '👍',
  heart: '❤️',
  laugh: '😂',
  sad: '😢',
  wow: '😮',
  party: '🎉',
};

type Content = Part['content'];

/** What a message becomes at a vendor: each part is one call. Undefined if its file is larger than the vendor allows. */
export function toContents(
  driver: Driver,
  message: OutgoingMessage,
  file: OutgoingFile | undefined,
): Content[] | undefined {
  const { body, payload } = message;
  const { coords, sticker, keyboard } = payload ?? {};
  if (file) return toFileContents(driver, file, body ?? undefined);
  if (coords && driver.hasLocation) {
    const captions = body ? toTexts(driver, body) : [];
    return [{ kind: 'location', ...coords }, ...captions];
  }
  if (coords) return toTexts(driver, [`${coords.lat}, ${coords.lng}`, body].filter(Boolean).join('\n'));
  if (sticker) return toTexts(driver, [EMOJI[sticker.id] ?? sticker.id, body].filter(Boolean).join('\n'));
  const markdown = message.markdown ?? undefined;
  if (keyboard) return toKeyboard(driver, { text: body ?? '', markdown }, keyboard.buttons);
  return toTexts(driver, body ?? '', markdown);
}

/** Markup of a text that is cut would be cut, too: such a text is sent plain. */
function toTexts({ limits }: Driver, text: string, markdown?: string): Content[] {
  const parts = splitText(text, limits.text);
  const fits = parts.length === 1 && markdown !== undefined && markdown.length <= limits.text;
  return parts.map((part) => ({ kind: 'text', text: part, ...(fits && { markdown }) }));
}

/** One row a button, below the text; elsewhere one line a button. */
function toKeyboard(driver: Driver, { text, markdown }: { text: string; markdown?: string }, buttons: LinkButton[]) {
  const lines = buttons.map(({ label, url }) => `${label}: ${url}`).join('\n');
  if (!driver.hasKeyboard) return toTexts(driver, `${text}\n${lines}`);
  const texts = toTexts(driver, text, markdown);
  return texts.map((each, at) =>
    each.kind === 'text' && at === texts.length - 1
      ? { ...each, buttons: buttons.map(({ label, url }) => ({ label, url })) }
      : each,
  );
}

function toFileContents(driver: Driver, file: OutgoingFile, caption: string | undefined): Content[] | undefined {
  const { limits } = driver;
  const isImage = file.isImage && file.size <= limits.image;
  const isTaken = isImage || (limits.file > 0 && file.size <= limits.file);
  if (!isTaken && limits.file > 0) return undefined;
  // A vendor that takes no files gets a link.
  if (!isTaken) return toTexts(driver, [caption, `${file.name}: ${file.link}`].filter(Boolean).join('\n'));
  const sent = { ...file, isImage };
  if (caption === undefined) return [{ kind: 'file', file: sent }];
  const longest = isImage ? limits.caption : (limits.fileCaption ?? limits.caption);
  if (caption.length <= longest) return [{ kind: 'file', file: sent, caption }];
  return [{ kind: 'file', file: sent }, ...toTexts(driver, caption)];
}
