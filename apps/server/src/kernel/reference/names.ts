import { type RouteGroup, titleOf } from '@parley/contract';

/** What a route is called where people look for it: "List contacts", "Update a contact", "Read the account". */
export function routeTitle(group: string, name: string, { path }: RouteGroup[string]) {
  if (group === 'root') return 'Who am I';
  const title = titleOf(group).toLowerCase();
  const one = path.endsWith('}') || name === 'create' ? withArticle(singular(title)) : `the ${title}`;
  const titles: Record<string, string> = {
    list: `List ${title}`,
    create: `Create ${one}`,
    read: `Read ${one}`,
    update: `Update ${one}`,
    remove: `Delete ${one}`,
  };
  return titles[name] ?? titleOf(name);
}

export const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** The name of a place in the page: `quickPhrases`, `list` is `quick-phrases-list`. */
export function anchor(...words: string[]) {
  const text = words.join('-').replace(/[a-z](?=[A-Z])/g, '$&-');
  return text.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase();
}
