import { isFewEmoji, linked, markdown, type RichNode } from '@parley/content';
import { createElement, type ReactNode, useMemo } from 'react';
import styles from './rich-text.module.css';

const draw = (nodes: RichNode[]): ReactNode[] =>
  nodes.map((node) =>
    typeof node === 'string' ? node : createElement(node.tag, node.attributes, ...draw(node.children)),
  );

/** Formatted text, or plain text. */
export function RichText({ body, formatted }: { body: string; formatted: string | null }) {
  return useMemo(() => {
    const isBig = formatted === null && isFewEmoji(body);
    const inside = formatted === null ? [createElement('p', null, ...draw(linked(body)))] : draw(markdown(formatted));
    return createElement('div', { className: styles.text, dir: 'auto', 'data-big': isBig || undefined }, ...inside);
  }, [body, formatted]);
}
