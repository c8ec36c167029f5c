import type { ComponentChildren, VNode } from 'preact';

/** What a test sees of elements that were not drawn yet. */
const nodesOf = (drawn: ComponentChildren) =>
  [drawn].flat(Number.POSITIVE_INFINITY).filter((node) => node !== null && node !== undefined) as (string | VNode)[];

const insideOf = (node: VNode) => nodesOf(node.props.children);

/** Every element, whatever it is in. */
export function elementsOf(drawn: ComponentChildren): VNode<Record<string, unknown>>[] {
  return nodesOf(drawn).flatMap((node) =>
    typeof node === 'string' ? [] : [node as never, ...elementsOf(insideOf(node))],
  );
}

export const textOf = (drawn: ComponentChildren): string =>
  nodesOf(drawn)
    .map((node) => (typeof node === 'string' ? node : textOf(insideOf(node))))
    .join('');

export const depthOf = (drawn: ComponentChildren): number =>
  nodesOf(drawn).reduce((most, node) => Math.max(most, typeof node === 'string' ? 0 : 1 + depthOf(insideOf(node))), 0);

/** As it would be written; of what links have to be only the address is shown. */
export function markupOf(drawn: ComponentChildren): string {
  const write = (node: string | VNode) => {
    if (typeof node === 'string') return node.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const { href, start } = node.props as Record<string, unknown>;
    const attributes = [href && ` href="${href}"`, start && ` start="${start}"`].filter(Boolean).join('');
    return `<${String(node.type)}${attributes}>${markupOf(insideOf(node))}</${String(node.type)}>`;
  };
  return nodesOf(drawn).map(write).join('');
}
