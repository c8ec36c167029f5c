import { safeButtons } from '@parley/content';
import type { VisitorMessage } from '@parley/contract';

type Keyboard = NonNullable<VisitorMessage['keyboard']>;

/** Buttons under a text that open links; nothing is sent. */
export function LinkButtons({ buttons }: Keyboard) {
  return (
    <div class="keys">
      {safeButtons(buttons).map(({ label, url, style }) => (
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
