/** A parsed mail. */
export interface Letter {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** Undefined without such a part. */
  html: string | undefined;
  raw: string;
}

/** Parses a mail with a text and perhaps the same as HTML, which is what the server writes. */
export function readMail(raw: string): Letter {
  const { header, body, parts } = readPart(raw);
  return {
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    text: parts.find(({ type }) => type === 'text/plain')?.text ?? body,
    html: parts.find(({ type }) => type === 'text/html')?.text,
    raw,
  };
}

interface Part {
  header: (name: string) => string;
  body: string;
  parts: { type: string; text: string }[];
}

function readPart(raw: string): Part {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const header = (name: string) => {
    const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`)) ?? '';
    return decodeWords(line.slice(name.length + 1).trim());
  };
  const content = rest.join('\r\n\r\n');
  const [, boundary] = /^multipart\/.*;\s*boundary="?([^";]+)/i.exec(header('content-type')) ?? [];
  const inner = boundary === undefined ? [] : content.split(`--${boundary}`).slice(1, -1);
  return {
    header,
    body: decodeBody(content, header('content-transfer-encoding')),
    parts: inner.map((part) => {
      const { header: headerOf, body } = readPart(part.trimStart());
      return { type: headerOf('content-type').split(';', 1)[0] ?? '', text: body };
    }),
  };
}

function decodeBody(body: string, encoding: string) {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString();
  if (/^quoted-printable$/i.test(encoding)) return fromQuoted(body.replace(/=\r?\n/g, ''));
  return body;
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`, RFC 2047. */
function decodeWords(value: string) {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : fromQuoted(word.replaceAll('_', ' ')),
    );
}

function fromQuoted(value: string) {
  const bytes = value.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
