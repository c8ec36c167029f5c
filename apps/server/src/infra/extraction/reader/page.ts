import { Readability } from '@mozilla/readability';
import type { Block, WebPage } from '../content.ts';
import { cleanLine, cut } from '../plain-text.ts';
import { type DomElement, type DomNode, isElement, nameOf, parseRoot, textOf, walk } from './dom.ts';
import { readBlocks } from './html-blocks.ts';
import { readPageFacts } from './page-facts.ts';

const TITLE_LENGTH = 300;
/** What goes through recursive functions. */
const MAX_DEPTH = 500;
const MAX_ELEMENTS = 50_000;
/** Less of the page than this share is not its main content. */
const LEAST_SHARE = 1 / 3;

/** Around the content of a page rather than in it. */
const SURROUNDING = new Set(['nav', 'footer', 'aside', 'form']);
const SURROUNDING_ROLES = /^(?:navigation|banner|contentinfo|complementary|search|dialog|alertdialog)$/;

/** A page of a website: its main content, and what the crawler needs to know. */
export function readPage(html: string, url: string): WebPage {
  const root = parseRoot(html);
  const { depth, title, ...facts } = readPageFacts(root, url);
  removeSurroundings(root);
  const heading = onlyHeadingOf(root);
  const body = readBlocks(root);
  const article = depth <= MAX_DEPTH ? readArticle(root) : [];
  const blocks = lengthOf(article) >= lengthOf(body) * LEAST_SHARE ? article : body;
  return {
    ...facts,
    title: title && cut(title, TITLE_LENGTH),
    blocks: heading ? blocks.map((block) => below(heading, block)) : blocks,
  };
}

/** Readability takes a page's only `h1` for its title, and leaves it out. */
function below(heading: string, block: Block): Block {
  return block.headings[0] === heading || block.text === heading
    ? block
    : { ...block, headings: [heading, ...block.headings] };
}

function onlyHeadingOf(root: DomElement) {
  const headings: string[] = [];
  walk(root, {
    enter(node) {
      if (nameOf(node) === 'h1') headings.push(cleanLine(textOf(node)));
      return true;
    },
  });
  return headings.length === 1 ? headings[0] : undefined;
}

/** The content as Readability sees it, which changes the document. */
function readArticle(root: DomElement): Block[] {
  try {
    const options = { maxElemsToParse: MAX_ELEMENTS, serializer: (node: DomNode) => node };
    const content: DomNode | null | undefined = new Readability<DomNode>(root.ownerDocument as never, options).parse()
      ?.content;
    return content ? readBlocks(content) : [];
  } catch {
    return [];
  }
}

/** Leaves the body without what surrounds its content, unless nothing else is there. */
function removeSurroundings(root: DomElement) {
  if (!readBlocks(root, isSurrounding).length) return;
  const surroundings: DomElement[] = [];
  walk(root, {
    enter(node) {
      const isOne = isElement(node) && isSurrounding(node);
      if (isOne) surroundings.push(node);
      return !isOne;
    },
  });
  for (const element of surroundings) element.remove();
}

/** The head of an article belongs to it. */
function isSurrounding(element: DomElement) {
  const name = nameOf(element);
  if (SURROUNDING.has(name) || SURROUNDING_ROLES.test(element.getAttribute('role') ?? '')) return true;
  return name === 'header' && !isWithinContent(element);
}

function isWithinContent(element: DomElement) {
  let parent = element.parentNode;
  for (let steps = 0; parent && steps < MAX_DEPTH; steps += 1) {
    if (/^(?:main|article|section)$/.test(nameOf(parent))) return true;
    parent = parent.parentNode;
  }
  return false;
}

const lengthOf = (blocks: Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0);

/** A page without markup. */
export const plainPage = (blocks: Block[], title: string | null = null): WebPage => ({
  title: title && (cut(cleanLine(title), TITLE_LENGTH) || null),
  canonical: null,
  language: null,
  links: [],
  isNoindex: false,
  isNofollow: false,
  blocks,
});
