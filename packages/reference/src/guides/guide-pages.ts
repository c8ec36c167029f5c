import { type Html, html, type Page, page, trusted } from '@parley/html';
import { header, script, style } from '../parts.ts';
import { type Guide, guideUrl } from './guide.ts';

/** One guide, with the way to all others. */
export function renderGuide(guide: Guide, guides: Guide[]): Page {
  const place = guides.indexOf(guide);
  const body = html`<a class="skip" href="#content">Skip to content</a>
${header('guides', contents(guides, guide))}
<main id="content" class="guide" tabindex="-1">
<p class="kicker">${guide.chapter}</p>
${trusted(guide.html)}
${turns(guides[place - 1], guides[place + 1])}
</main>`;
  return page({ title: `${guide.title} · Parley guides`, style, script, body, fetches: true });
}

/** Every guide with its first paragraph. */
export function renderGuideIndex(guides: Guide[]): Page {
  const body = html`<a class="skip" href="#content">Skip to content</a>
${header('guides', contents(guides))}
<main id="content" class="guide" tabindex="-1">
<h1>Guides</h1>
<p class="lead">How the parts work together. Every call with its fields is in the <a href="/docs">API reference</a>.</p>
${chaptersOf(guides).map(
  ([title, ofChapter]) => html`
<h2>${title}</h2>
<dl class="shelf">${ofChapter.map(
    ({ name, title, lead }) => html`
<div><dt><a href="${guideUrl(name)}">${title}</a></dt><dd>${shorten(lead)}</dd></div>`,
  )}
</dl>`,
)}
</main>`;
  return page({ title: 'Parley guides', style, script, body, fetches: true });
}

/** Guides that explain operations of all these tags. */
export function guideLinks(guides: Guide[], tags: string[]): Html | undefined {
  const found = guides.filter(({ explains }) => tags.every((tag) => explains.includes(tag)));
  if (!found.length || !tags.length) return undefined;
  return html`<p class="aside">${found.length > 1 ? 'Guides' : 'Guide'}: ${found.map(
    ({ name, title }, index) => html`${index > 0 && ', '}<a href="${guideUrl(name)}">${title}</a>`,
  )}</p>`;
}

function contents(guides: Guide[], current?: Guide): Html {
  return html`<details class="contents"><summary>Contents</summary>
<nav aria-label="Guides"><ul>
${chaptersOf(guides).map(
  ([title, ofChapter]) =>
    html`<li class="group"><span>${title}</span><ul>${ofChapter.map((guide) =>
      guide === current ? currentEntry(guide) : html`<li><a href="${guideUrl(guide.name)}">${guide.title}</a></li>`,
    )}</ul></li>`,
)}
</ul></nav></details>`;
}

function currentEntry({ name, title, sections }: Guide): Html {
  const headings = sections.filter(({ depth }) => depth === 2);
  return html`<li><a href="${guideUrl(name)}" aria-current="page">${title}</a>${
    headings.length > 0 &&
    html`<ul>${headings.map((each) => html`<li><a href="#${each.id}">${each.title}</a></li>`)}</ul>`
  }</li>`;
}

function turns(before: Guide | undefined, after: Guide | undefined): Html {
  return html`<ul class="turns">
${before && html`<li><a rel="prev" href="${guideUrl(before.name)}"><span class="quiet">Previous</span> ${before.title}</a></li>`}
${after && html`<li class="after"><a rel="next" href="${guideUrl(after.name)}"><span class="quiet">Next</span> ${after.title}</a></li>`}
</ul>`;
}

function chaptersOf(guides: Guide[]) {
  return Map.groupBy(guides, ({ chapter }) => chapter)
    .entries()
    .toArray();
}

const LONGEST = 180;

/** The first sentences that fit. */
function shorten(text: string) {
  if (text.length <= LONGEST) return text.replace(/:$/, '.');
  const cut = text.slice(0, LONGEST);
  const end = cut.lastIndexOf('. ');
  return end > 0 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}
