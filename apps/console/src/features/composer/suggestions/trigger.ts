/** A `/` or `@` before the caret that opens suggestions. */
export interface Trigger {
  kind: 'phrase' | 'mention';
  query: string;
  from: number;
  to: number;
}

const PHRASE = /(?:^|\s)\/([^\s/]*)$/;
// Names may contain spaces; the list closes when none matches.
const MENTION = /(?:^|[\s(])@((?:[^\s@][^\n@]{0,39})?)$/;

/** What was typed since a button opened the list; undefined once it is no query any more. */
export function readQuery({ kind, from }: Pick<Trigger, 'kind' | 'from'>, text: string, caret: number) {
  const query = text.slice(from, caret);
  if (caret < from || (kind === 'phrase' ? /[\s/]/ : /[\n@]/).test(query)) return undefined;
  return { kind, query, from, to: caret };
}

/** Finds the trigger before the caret. */
export function findTrigger(text: string, caret: number, canMention: boolean): Trigger | undefined {
  const before = text.slice(Math.max(0, caret - 64), caret);
  const ask = (kind: Trigger['kind'], found: RegExpExecArray | null) => {
    const [, query] = found ?? [];
    return query === undefined ? undefined : { kind, query, from: caret - query.length - 1, to: caret };
  };
  return ask('phrase', PHRASE.exec(before)) ?? (canMention ? ask('mention', MENTION.exec(before)) : undefined);
}
