import { isFewEmoji, linked, type RichNode } from '@parley/content';
import { type ComponentChildren, h } from 'preact';
import { useMemo } from 'preact/hooks';
import { useDeferredParts } from '../ui/deferred.tsx';

const render = (nodes: RichNode[]): ComponentChildren =>
  nodes.map((node) => (typeof node === 'string' ? node : h(node.tag, node.attributes, render(node.children))));

/** A text, formatted if it has Markdown. */
export function RichText({ body, formatted }: { body: string; formatted: string | null }) {
  const markdown = useDeferredParts(formatted !== null)?.markdown;
  return useMemo(() => {
    const isBig = formatted === null && isFewEmoji(body);
    return (
      <div class={isBig ? 'md md-big' : 'md'} dir="auto">
        {formatted === null || !markdown ? <p>{render(linked(body))}</p> : render(markdown(formatted))}
      </div>
    );
  }, [body, formatted, markdown]);
}
