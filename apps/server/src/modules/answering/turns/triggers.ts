/** Languages written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a text contains one of the phrases: as whole words, in whatever case; anywhere in languages without spaces. */
export function hasTrigger(text: string, triggers: string[]) {
  const words = normalize(text);
  return triggers.some((trigger) => {
    const phrase = normalize(trigger);
    return phrase !== '' && contains(words, phrase);
  });
}

const normalize = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

function contains(text: string, phrase: string) {
  if (UNSPACED.test(phrase)) return text.includes(phrase);
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    if (isBoundary(text, at) && isBoundary(text, at + phrase.length)) return true;
  }
  return false;
}

/** Between a letter or digit and anything else. */
function isBoundary(text: string, at: number) {
  const [before, after] = [text.slice(0, at).at(-1) ?? ' ', text[at] ?? ' '];
  return !(isWordPart(before) && isWordPart(after));
}

const isWordPart = (character: string) => /[\p{L}\p{N}\p{M}_]/u.test(character);
