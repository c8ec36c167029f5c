// Texts of the knowledge base have short names in a prompt, [K1] and on, by which the model cites them.

/** Also with the К of another alphabet, which models write amid its letters. */
const NAME = String.raw`[KkКк]\d{1,2}`;
const LIST = String.raw`[[【［]\^?${NAME}(?:[\s,;/&+、，；–-]{1,4}${NAME}){0,9}[\]】］]`;
const GROUP = new RegExp(LIST, 'g');

/**
 * With the spaces before it, or after it where a line begins. A name that is the label of a link to a web page is none, but
 * a link to nowhere is taken out with it.
 */
const LISTS = String.raw`${LIST}(?:[ \t,;、，]{0,3}${LIST}){0,9}(?!\(\s{0,9}<?https?:)(?:\([^)\s]{0,200}\))?`;
const CITATION = new RegExp(String.raw`^[ \t]{0,3}${LISTS}[ \t]{0,3}|[ \t\u00a0]{0,3}${LISTS}`, 'gm');

const nameOf = (place: number) => `[K${place + 1}]`;

/** Places of the texts that an answer names, of so many that it was given. */
export function citedIn(answer: string, count: number): Set<number> {
  const numbers = [...answer.matchAll(GROUP)].flatMap(([list]) => list.match(/\d{1,2}/g) ?? []);
  const places = numbers.map((number) => Number(number) - 1);
  return new Set(places.filter((place) => place >= 0 && place < count));
}

/** The answer without names, also of texts that it was not given, and without marks. */
export const withoutNames = (answer: string) => answer.replace(/<\/?knowledge>/gi, '').replace(CITATION, '');

const hidden = String.raw`\p{Cf}*`;
/** The beginning of a mark, also with signs that look like one and invisible characters in it. */
const MARK = new RegExp(String.raw`[<＜﹤‹〈⟨]([\s\p{Cf}/／]*${Array.from('knowledge').join(hidden)})`, 'giu');

/** Keeps a text from ending the texts around it, or from beginning some of its own. */
export const withoutMarks = (text: string) => text.replace(MARK, '($1');

/** The texts between marks, each with its name. What looks like a mark or a name in them is none. */
export function nameTexts(texts: string[]) {
  const named = texts.map((text, place) => {
    const data = withoutMarks(text).replace(GROUP, (name) => `(${name.slice(1, -1)})`);
    return `${nameOf(place)} ${data}`;
  });
  return `<knowledge>\n${named.join('\n\n')}\n</knowledge>`;
}
