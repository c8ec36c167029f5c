/** Always visible: the end of a name tells versions and types apart. */
const TAIL_LENGTH = 9;
const MAX_WHOLE = 18;

/** Splits a name into a head that may be truncated and a tail that may not. */
export function splitName(name: string): [head: string, tail: string] {
  const characters = Array.from(name);
  const at = characters.length > MAX_WHOLE ? characters.length - TAIL_LENGTH : characters.length;
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
}

const KINDS: [color: string, extensions: RegExp][] = [
  ['#c2303a', /^pdf$/],
  ['#2a7a46', /^(xlsx?|csv|ods|numbers)$/],
  ['#2a66c8', /^(docx?|odt|rtf|pages|txt|md)$/],
  ['#b4490f', /^(pptx?|odp|key)$/],
  ['#8a6100', /^(zip|rar|7z|gz|tar)$/],
];
const MEDIA = '#7446c7';
const OTHER = '#5b6472';

/** Colour and extension for a file icon; white text is readable on each colour. */
export function fileIcon(name: string, type: string) {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? '';
  const known = KINDS.find(([, extensions]) => extensions.test(extension.toLowerCase()))?.[0];
  const color = /^(image|audio|video)\//.test(type) ? MEDIA : known;
  return { color: color ?? OTHER, extension: extension.toUpperCase() };
}
