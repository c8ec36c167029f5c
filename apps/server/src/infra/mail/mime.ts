/** A mail or a part of one (RFC 2045). Every step takes time in proportion to the text, whatever is in it. */
export interface MimePart {
  /** Lower case. */
  type: string;
  /** Of the type, by name in lower case. */
  parameters: Map<string, string>;
  encoding: string;
  /** As it is encoded. */
  content: string;
}

/** Much longer than real ones. */
const MAX_HEAD = 65_536;
const MAX_TYPE = 2_048;
const MAX_PARTS = 20;

/** Bytes as `latin1`, with LF or CRLF. */
export const parseMail = (bytes: string) => parsePart(bytes.replaceAll('\r\n', '\n'));

function parsePart(text: string): MimePart {
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n');
  const fields = parseFields(end < 0 ? text : text.slice(0, end));
  const contentType = (fields.get('content-type') ?? '').slice(0, MAX_TYPE);
  return {
    type: contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '',
    parameters: parseParameters(contentType),
    encoding: (fields.get('content-transfer-encoding') ?? '').toLowerCase(),
    content: end < 0 ? '' : text.slice(end).replace(/^\n{1,2}/, ''),
  };
}

/** Header fields by name in lower case, unfolded; of a repeated one the first. */
export function parseFields(text: string) {
  const fields = new Map<string, string>();
  for (const line of text
    .slice(0, MAX_HEAD)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

function parseParameters(contentType: string) {
  const found = contentType.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g);
  return new Map(
    [...found].map(([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? plain,
    ]),
  );
}

/** What follows a boundary; two hyphens end the last part. */
const AFTER_BOUNDARY = /(--)?[ \t]*(?:\n|$)/y;

/** Of a multipart, the first ones. The last may lack its boundary. */
export function partsOf({ parameters, content }: MimePart): MimePart[] {
  const boundary = parameters.get('boundary');
  if (!boundary) return [];
  const [text, mark] = [`\n${content}`, `\n--${boundary}`];
  const parts: MimePart[] = [];
  let start: number | undefined;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    AFTER_BOUNDARY.lastIndex = at + mark.length;
    const found = AFTER_BOUNDARY.exec(text);
    if (!found) continue;
    if (start !== undefined) parts.push(parsePart(text.slice(start, at)));
    if (found[1] || parts.length === MAX_PARTS) return parts;
    start = at + mark.length + found[0].length;
  }
  return start === undefined ? parts : [...parts, parsePart(text.slice(start))];
}

/** Of a part that is no multipart. */
export function decodeContent({ encoding, content }: MimePart) {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('latin1').replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return content;
  return content
    .replace(/=[ \t]*\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
