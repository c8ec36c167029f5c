import type { Block } from '../content.ts';
import { type DomElement, nameOf, parseRoot } from './dom.ts';
import { readBlocks } from './html-blocks.ts';

/** A file that somebody chose is read as a whole, without its navigation. */
export const readHtml = (html: string): Block[] => readBlocks(parseRoot(html), isNavigation);

const isNavigation = (element: DomElement) =>
  nameOf(element) === 'nav' || element.getAttribute('role') === 'navigation';
