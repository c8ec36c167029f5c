export { renderDocs } from './docs-page.ts';
export { type Guide, readGuides } from './guides/guide.ts';
export { renderGuide, renderGuideIndex } from './guides/guide-pages.ts';
export { renderProblems } from './problem-pages.ts';
export { buildSearchIndex } from './search-index.ts';
