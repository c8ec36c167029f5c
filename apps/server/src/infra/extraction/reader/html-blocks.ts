import type { Block } from '../content.ts';
import { cleanText } from '../plain-text.ts';
import { type DomElement, type DomNode, isElement, isHidden, isInline, isText, nameOf, textOf, walk } from './dom.ts';
import { rowsOf } from './html-tables.ts';
import { Outline } from './outline.ts';
import { describeTable } from './tables.ts';

const HEADING = /^h([1-6])$/;
const LISTS = new Set(['ul', 'ol', 'dl', 'menu']);

/** Blocks of the visible text below a node. */
export function readBlocks(root: DomNode, isLeftOut: (element: DomElement) => boolean = () => false): Block[] {
  const reader = new HtmlReader();
  walk(root, {
    enter: (node) => {
      if (isText(node)) reader.text(node.nodeValue ?? '');
      if (!isElement(node)) return node === root;
      return !isHidden(node) && !isLeftOut(node) && reader.enter(node);
    },
    leave: (node) => {
      if (isElement(node)) reader.leave(node);
    },
  });
  return reader.end();
}

class HtmlReader {
  readonly #outline = new Outline();
  #open: string[] = [];
  /** Numbers of the items in the lists around, 0 where they have none. */
  #lists: number[] = [];

  text(text: string) {
    this.#open.push(text.replace(/\s+/g, ' '));
  }

  /** Whether to go on inside. */
  enter(element: DomElement) {
    const name = nameOf(element);
    const heading = HEADING.exec(name);
    if (heading) return this.#whole(() => this.#outline.heading(Number(heading[1]), textOf(element)));
    if (name === 'pre') return this.#whole(() => this.#outline.text(verbatimTextOf(element)));
    if (name === 'table') {
      const rows = rowsOf(element);
      if (rows) return this.#whole(() => this.#outline.text(describeTable(rows).join('\n')));
    }
    if (name === 'br') this.#open.push('\n');
    else if (!isInline(element)) this.#break();
    if (LISTS.has(name)) this.#lists.push(name === 'ol' ? startOf(element) : 0);
    if (name === 'li') this.#open.push(this.#marker());
    return true;
  }

  leave(element: DomElement) {
    if (LISTS.has(nameOf(element))) this.#lists.pop();
    if (!isInline(element) && nameOf(element) !== 'br') this.#break();
  }

  end() {
    this.#flush();
    return this.#outline.end();
  }

  #whole(add: () => void) {
    this.#flush();
    add();
    return false;
  }

  /** Everything in a list stays together. */
  #break() {
    if (this.#lists.length) this.#open.push('\n');
    else this.#flush();
  }

  #marker() {
    const number = this.#lists.at(-1) ?? 0;
    if (number) this.#lists[this.#lists.length - 1] = number + 1;
    return number ? `${number}. ` : '- ';
  }

  #flush() {
    const text = cleanText(this.#open.join('')).replace(/\n+/g, '\n');
    // A marker stands before its text, also where that is a paragraph of its own; alone it says nothing.
    this.#outline.text(text.replace(/^(-|\d+\.)\n(?!-|\d+\.)/gm, '$1 ').replace(/^(-|\d+\.)$/gm, ''));
    this.#open = [];
  }
}

function startOf(list: DomElement) {
  const start = Number(list.getAttribute('start') ?? 1);
  return Number.isSafeInteger(start) && start > 0 ? start : 1;
}

function verbatimTextOf(root: DomNode) {
  const parts: string[] = [];
  walk(root, {
    enter(node) {
      if (isText(node)) parts.push(node.nodeValue ?? '');
      if (nameOf(node) === 'br') parts.push('\n');
      return true;
    },
  });
  return parts.join('');
}
