interface Person {
  id: number;
  name: string | null;
  email: string | null;
}

const MOST_MENTIONS = 20;
/** Longer than any name. */
const MOST_LETTERS = 512;

export const labelOf = ({ name, email }: Person) => name ?? email ?? '';

/** Who is called by name in a note. Of two people of one name both are: better one too many than the wrong one. */
export function mentionsIn(text: string, people: Iterable<Person>) {
  const named = Map.groupBy(people, (person) => labelOf(person).toLowerCase());
  // "@Ann Lee" calls Ann Lee, and not Ann.
  const names = [...named.keys()].filter(Boolean).sort((one, other) => other.length - one.length);
  const called = new Set<number>();
  for (const { index } of text.matchAll(/@(?=\S)/g)) {
    const rest = text.slice(index + 1, index + MOST_LETTERS).toLowerCase();
    const name = names.find((each) => rest.startsWith(each) && !/^[\p{L}\p{N}]/u.test(rest.slice(each.length)));
    for (const { id } of (name && named.get(name)) || []) called.add(id);
  }
  return [...called].slice(0, MOST_MENTIONS);
}

/** Those whose name or one of its words begins so; a match at the beginning comes first. */
export function findPeople<P extends Person>(people: Iterable<P>, query: string): P[] {
  const sought = query.toLowerCase();
  const names = Array.from(people, (person) => ({ person, name: labelOf(person).toLowerCase() }));
  const isFirst = ({ name }: { name: string }) => name.startsWith(sought);
  const matching = names.filter(
    (each) => isFirst(each) || each.name.split(' ').some((word) => word.startsWith(sought)),
  );
  return matching.sort((one, other) => Number(isFirst(other)) - Number(isFirst(one))).map(({ person }) => person);
}
