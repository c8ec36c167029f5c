import type { OpenApi } from './document.ts';
import { type Guide, guideUrl } from './guides/guide.ts';
import { readReference } from './reference.ts';
import { anchor } from './titles.ts';

/** Address, kind, title and text of something that can be found. */
type Entry = [url: string, kind: string, title: string, text: string];

/** What the search of the pages looks through: operations, objects, events, problems, and every part of a guide. */
export function buildSearchIndex(document: OpenApi, guides: Guide[]): Entry[] {
  const { groups, events, problems } = readReference(document);
  return [
    ...groups.flatMap(({ operations, objects }) => [
      ...operations.map(
        ({ id, method, path, title, summary }): Entry => [`/docs#${id}`, `${method} ${path}`, title, summary],
      ),
      ...objects.map(
        ({ title = '' }): Entry => [`/docs#${anchor('object', title)}`, 'Object', `The ${title} object`, ''],
      ),
    ]),
    ...guides.flatMap(({ name, title, sections }) =>
      sections.map(
        ({ id, title: heading, text }): Entry => [
          id ? `${guideUrl(name)}#${id}` : guideUrl(name),
          id ? `Guide: ${title}` : 'Guide',
          heading,
          text,
        ],
      ),
    ),
    ...events.map(({ name, trigger }): Entry => ['/docs#event-types', 'Event', name, trigger]),
    ...[...problems.values()].map(
      ({ code, slug, title, help }): Entry => [`/api/problems/${slug}`, 'Problem', code, `${title}. ${help}`],
    ),
  ];
}
