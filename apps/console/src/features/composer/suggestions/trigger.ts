/** What a list is asked for, and where in the text. */
export interface Asked {
  kind: 'phrase' | 'mention';
  query: string;
  from: number;
  to: number;
}

const PHRASE = /(?:^|\s)\/([^\s/]*)$/;
// A name may have blanks in it; whether it still is one, those who match it tell.
const MENTION = /(?:^|[\s(])@((?:[^\s@][^\n@]{0,39})?)$/;

/** Whether what stands before the caret asks for a phrase, or for a colleague where they can be mentioned. */
export function readAsked(text: string, caret: number, canMention: boolean): Asked | undefined {
  const before = text.slice(Math.max(0, caret - 64), caret);
  const ask = (kind: Asked['kind'], found: RegExpExecArray | null) => {
    const [, query] = found ?? [];
    return query === undefined ? undefined : { kind, query, from: caret - query.length - 1, to: caret };
  };
  return ask('phrase', PHRASE.exec(before)) ?? (canMention ? ask('mention', MENTION.exec(before)) : undefined);
}
