/** One line of a conversation: who speaks, and what. `{order}` and the like are filled in. */
export type Line = [speaker: 'client' | 'agent' | 'note', text: string];

export interface Language {
  /** First and last names of contacts. */
  names: [first: string, last: string][];
  colleagues: { name: string; surname: string }[];
  cities: string[];
  items: string[];
  tags: string[];
  pages: { url: string; title: string }[];
  conversations: Line[][];
  spam: string[];
  comments: Record<'good' | 'bad', string[]>;
}
