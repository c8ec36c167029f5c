/** So much of the end of a long name is always seen: it tells versions and kinds apart. */
const TAIL = 9;
const SHORT = 18;

/** The part of a file's name that may be cut, and the end that may not. */
export function splitName(name: string): [head: string, tail: string] {
  const characters = Array.from(name);
  const at = characters.length > SHORT ? characters.length - TAIL : characters.length;
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

/** What a file's icon shows: the colour of its kind, on which white can be read, and its extension. */
export function fileIcon(name: string, type: string) {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? '';
  const known = KINDS.find(([, extensions]) => extensions.test(extension.toLowerCase()))?.[0];
  const color = /^(image|audio|video)\//.test(type) ? MEDIA : known;
  return { color: color ?? OTHER, extension: extension.toUpperCase() };
}
