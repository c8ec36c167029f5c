import type { RichElement, RichNode } from '../src/index.ts';

/** Every element, whatever it is in. */
export const elementsOf = (nodes: RichNode[]): RichElement[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementsOf(node.children)]));

export const textOf = (nodes: RichNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');

export const depthOf = (nodes: RichNode[]): number =>
  nodes.reduce((most, node) => Math.max(most, typeof node === 'string' ? 0 : 1 + depthOf(node.children)), 0);

/** As it would be written; of what links have to be only the address is shown. */
export function markupOf(nodes: RichNode[]): string {
  const write = (node: RichNode) => {
    if (typeof node === 'string') return node.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const { href, start } = node.attributes ?? {};
    const attributes = [href && ` href="${href}"`, start && ` start="${start}"`].filter(Boolean).join('');
    return `<${node.tag}${attributes}>${markupOf(node.children)}</${node.tag}>`;
  };
  return nodes.map(write).join('');
}
