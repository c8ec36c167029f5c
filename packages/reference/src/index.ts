export { renderDocs } from './docs-page.ts';
export { renderProblems } from './problem-pages.ts';
