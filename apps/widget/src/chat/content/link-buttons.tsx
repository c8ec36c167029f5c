import type { VisitorMessage } from '@parley/contract';
import { safeAddress } from './links.ts';

const MOST_BUTTONS = 7;

type Keyboard = NonNullable<VisitorMessage['keyboard']>;

/** Buttons under a text: each opens its link, and nothing is said by it. */
export function LinkButtons({ buttons }: Keyboard) {
  const safe = buttons.filter(({ url }) => safeAddress(url)?.startsWith('https:')).slice(0, MOST_BUTTONS);
  return (
    <div class="keys">
      {safe.map(({ label, url, style }) => (
        <a
          key={`${label} ${url}`}
          class={style === 'secondary' ? 'key' : 'key key-primary'}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {label}
        </a>
      ))}
    </div>
  );
}
