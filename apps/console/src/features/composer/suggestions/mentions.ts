interface Person {
  id: number;
  name: string | null;
  email: string | null;
}

const MAX_MENTIONS = 20;
/** Longer than any name. */
const MAX_LETTERS = 512;

export const labelOf = ({ name, email }: Person) => name ?? email ?? '';

/** Agents mentioned by name. Namesakes are all mentioned, because the text can't tell them apart. */
export function mentionsIn(text: string, people: Iterable<Person>) {
  const named = Map.groupBy(people, (person) => labelOf(person).toLowerCase());
  // "@Ann Lee" mentions Ann Lee, not Ann.
  const names = [...named.keys()].filter(Boolean).sort((one, other) => other.length - one.length);
  const called = new Set<number>();
  for (const { index } of text.matchAll(/@(?=\S)/g)) {
    const rest = text.slice(index + 1, index + MAX_LETTERS).toLowerCase();
    const name = names.find((each) => rest.startsWith(each) && !/^[\p{L}\p{N}]/u.test(rest.slice(each.length)));
    for (const { id } of (name && named.get(name)) || []) called.add(id);
  }
  return [...called].slice(0, MAX_MENTIONS);
}

/** People with a word of their name starting with the query; matches of the first word come first. */
export function findPeople<P extends Person>(people: Iterable<P>, query: string): P[] {
  const sought = query.toLowerCase();
  const names = Array.from(people, (person) => ({ person, name: labelOf(person).toLowerCase() }));
  const isFirst = ({ name }: { name: string }) => name.startsWith(sought);
  const matching = names.filter(
    (each) => isFirst(each) || each.name.split(' ').some((word) => word.startsWith(sought)),
  );
  return matching.sort((one, other) => Number(isFirst(other)) - Number(isFirst(one))).map(({ person }) => person);
}
