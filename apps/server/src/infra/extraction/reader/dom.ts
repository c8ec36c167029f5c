import { parseHTML } from 'linkedom';

/** The parts of the DOM that are read here; its own types need a browser's library. */
export interface DomNode {
  readonly nodeType: number;
  readonly localName?: string;
  readonly nodeValue: string | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly parentNode: DomNode | null;
}

export interface DomElement extends DomNode {
  readonly localName: string;
  getAttribute: (name: string) => string | null;
  setAttribute: (name: string, value: string) => void;
  getAttributeNames: () => string[];
  remove: () => void;
  readonly ownerDocument: object;
}

const ELEMENT = 1;
const TEXT = 3;

export const isElement = (node: DomNode): node is DomElement => node.nodeType === ELEMENT;
export const isText = (node: DomNode) => node.nodeType === TEXT;
export const nameOf = (node: DomNode) => node.localName?.toLowerCase() ?? '';

/** Parses a page, or a fragment of one, and returns its root. Content behind the end of the page belongs to it. */
export function parseRoot(html: string): DomElement {
  const open = html.replace(/<\/(?:html|body)\s*>/gi, '');
  const root: DomElement = parseHTML(/<html[\s>]/i.test(open) ? open : `<html>${open}</html>`).document.documentElement;
  if (/\s[A-Z][A-Z-]*\s*=/.test(open)) lowerAttributes(root);
  return root;
}

/** Old pages write `HREF`, which linkedom takes for another attribute. */
function lowerAttributes(root: DomElement) {
  walk(root, {
    enter(node) {
      if (!isElement(node)) return false;
      for (const name of node.getAttributeNames()) {
        const lower = name.toLowerCase();
        if (lower !== name) node.setAttribute(lower, node.getAttribute(name) ?? '');
      }
      return true;
    },
  });
}

interface Visitor {
  /** Whether to go on inside. */
  enter: (node: DomNode) => boolean;
  leave?: (node: DomNode) => void;
}

/** Visits a tree without recursion: strangers nest their elements as deep as they like. Returns its depth. */
export function walk(root: DomNode, { enter, leave }: Visitor) {
  let node = root;
  let depth = 0;
  let deepest = 0;
  for (;;) {
    const child = enter(node) ? node.firstChild : undefined;
    if (child) {
      depth += 1;
      deepest = Math.max(deepest, depth);
      node = child;
      continue;
    }
    if (child === null) leave?.(node);
    while (node !== root && !node.nextSibling) {
      if (!node.parentNode) return deepest;
      node = node.parentNode;
      depth -= 1;
      leave?.(node);
    }
    if (node === root || !node.nextSibling) return deepest;
    node = node.nextSibling;
  }
}

/** Never shown, or not text. */
const UNREADABLE = new Set(
  (
    'script style noscript template head svg math canvas video audio object embed iframe frameset map select ' +
    'button input textarea datalist progress meter rp rt'
  ).split(' '),
);

export function isHidden(element: DomElement) {
  const name = nameOf(element);
  if (UNREADABLE.has(name)) return true;
  if (name === 'dialog' && element.getAttribute('open') === null) return true;
  if (element.getAttribute('hidden') !== null || element.getAttribute('aria-hidden') === 'true') return true;
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(element.getAttribute('style') ?? '');
}

const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q ruby s samp small span ' +
    'strike strong sub sup time tt u var wbr img'
  ).split(' '),
);

export const isInline = (element: DomElement) => INLINE.has(nameOf(element));

/** The visible text of an element in one piece. */
export function textOf(root: DomNode): string {
  let text = '';
  walk(root, {
    enter(node) {
      if (isText(node)) text += node.nodeValue ?? '';
      if (!isElement(node)) return node === root;
      if (node !== root && isHidden(node)) return false;
      if (!isInline(node)) text += ' ';
      return true;
    },
    leave(node) {
      if (isElement(node) && !isInline(node)) text += ' ';
    },
  });
  return text.replace(/\s+/g, ' ').trim();
}
