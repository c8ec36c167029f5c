import {
  api,
  type ProblemCode,
  problemsOf,
  type Route,
  type RouteGroup,
  resourceName,
  resources,
  titleOf,
} from '@parley/contract';
import { type Html, html } from '@parley/html';
import { membersOf } from './members.ts';
import { anchor, routeTitle } from './names.ts';
import { codeBlock, memberTable, prettyJson } from './parts.ts';
import { routeSection } from './route-section.ts';
import { sample } from './samples.ts';
import { readSchema } from './schemas.ts';

interface Group {
  id: string;
  title: string;
  routes: { id: string; title: string; route: Route }[];
  /** Resources that this group is the first to return. */
  objects: string[];
}

/** Every group of routes in the order of the contract. */
export const groups: Group[] = Object.entries<RouteGroup>(api).map(([key, group], index, all) => {
  const known = new Set(all.slice(0, index).flatMap(([, { ...routes }]) => objectsOf(routes)));
  return {
    id: anchor(key),
    title: titleOf(key),
    routes: Object.entries(group).map(([name, route]) => ({
      id: anchor(key, name),
      title: routeTitle(key, name, route),
      route,
    })),
    objects: objectsOf(group).filter((name) => !known.has(name)),
  };
});

function objectsOf(group: RouteGroup) {
  const replies = Object.values(group).flatMap(({ replies }) => Object.values(replies));
  return [...new Set(replies.flatMap((reply) => ('item' in reply ? (resourceName(reply.item) ?? []) : [])))];
}

export function groupSections(publicUrl: string): Html[] {
  return groups.map(
    ({ id, title, objects, routes }) => html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
${objects.map(objectSection)}
${routes.map((each) => routeSection({ ...each, publicUrl, usual: usualFor(each.route) }))}
</section>`,
  );
}

function objectSection(name: string): Html {
  const schema = readSchema(resources[name as keyof typeof resources]);
  const id = anchor('object', name);
  return html`
<article class="split" id="${id}" aria-labelledby="${id}-title">
<div class="prose">
<h3 id="${id}-title"><a href="#${id}">The ${name} object</a></h3>
${memberTable(
  'Members',
  membersOf(schema).map((member) => ({ ...member, isRequired: false })),
)}
</div>
<div class="example">${codeBlock(name, prettyJson(sample(schema, name)))}</div>
</article>`;
}

/** Problems that all reads, or all writes, have in common. */
function usualFor({ method }: Route): Set<ProblemCode> {
  const alike = groups
    .flatMap(({ routes }) => routes.map(({ route }) => route))
    .filter((route) => (route.method === 'GET') === (method === 'GET'));
  const [first = new Set<ProblemCode>(), ...others] = alike.map((route) => new Set(problemsOf(route)));
  return others.reduce((common, each) => common.intersection(each), first);
}
