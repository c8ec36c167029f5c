import { type Html, html } from '@parley/html';
import type { Guide } from './guides/guide.ts';
import { guideLinks } from './guides/guide-pages.ts';
import { markdown } from './markdown.ts';
import { membersOf, shownBeside } from './members.ts';
import type { Operation } from './operation.ts';
import { operationSection } from './operation-section.ts';
import { codeBlock, memberTable, prettyJson } from './parts.ts';
import type { Group, Reference } from './reference.ts';
import { sample } from './samples.ts';
import type { Schema } from './schemas.ts';
import { anchor } from './titles.ts';

export function groupSections({ groups }: Reference, guides: Guide[]): Html[] {
  const reads = commonProblems(groups, true);
  const writes = commonProblems(groups, false);
  return groups.map(
    ({ id, title, description, objects, operations }) => html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
<div class="prose">${markdown(description)}</div>
${guideLinks(guides, [title])}
${objects.map(objectSection)}
${operations.map((operation) => operationSection({ operation, common: isRead(operation) ? reads : writes }))}
</section>`,
  );
}

function objectSection(schema: Schema): Html {
  const name = schema.title ?? '';
  const id = anchor('object', name);
  return html`
<article class="split" id="${id}" aria-labelledby="${id}-title">
<div class="prose">
<h3 id="${id}-title"><a href="#${id}">The ${name} object</a></h3>
${memberTable('Members', membersOf(schema).map(shownBeside))}
</div>
<div class="example">${codeBlock(name, prettyJson(sample(schema, name)))}</div>
</article>`;
}

const isRead = ({ method }: Operation) => method === 'GET';

/** Codes of the problems that all reads, or all writes, have. */
function commonProblems(groups: Group[], ofReads: boolean): Set<string> {
  const alike = groups.flatMap(({ operations }) => operations).filter((each) => isRead(each) === ofReads);
  const [first = new Set<string>(), ...others] = alike.map(({ problems }) => new Set(problems.map(({ code }) => code)));
  return others.reduce((common, each) => common.intersection(each), first);
}
