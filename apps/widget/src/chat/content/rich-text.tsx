import { useMemo } from 'preact/hooks';
import { useMore } from '../lazily.tsx';
import { linked } from './links.ts';

/** One to three emoji and nothing else. */
const ONLY_EMOJI = /^(?:\p{RI}{2}|\p{ExtPict}(?:\ufe0f|\p{EMod}|\u200d\p{ExtPict})*){1,3}$/u;

/** What was said: formatted where it was written so, and as it is otherwise. */
export function RichText({ body, formatted }: { body: string; formatted: string | null }) {
  const markdown = useMore(formatted !== null)?.markdown;
  return useMemo(() => {
    const isBig = formatted === null && ONLY_EMOJI.test(body);
    return (
      <div class={isBig ? 'md md-big' : 'md'} dir="auto">
        {formatted === null || !markdown ? <p>{linked(body)}</p> : markdown(formatted)}
      </div>
    );
  }, [body, formatted, markdown]);
}
