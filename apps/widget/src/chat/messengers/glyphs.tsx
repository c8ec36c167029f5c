import type { MessengerProvider } from '@parley/contract';

/** Drawn in one line and one colour, so that they suit the owner's colours; not the vendors' own marks. */
const PATHS: Record<MessengerProvider, string> = {
  tg: 'M20.5 4.5L3.5 11.2l4.8 1.9M20.5 4.5L17 19.5l-5.2-4.1M20.5 4.5L8.3 13.1v5.7l3.5-3.4',
  vk: 'M3.5 8l3.5 8 3.5-8M14 8v8M20 8l-5.6 4.2L20.5 16',
  wa: 'M4 20l1.2-3.9a8.2 8.2 0 1 1 2.9 2.8zM9 8.5h1.4l.8 1.9-.9 1a4 4 0 0 0 2.3 2.3l1-.9 1.9.8V15a5.8 5.8 0 0 1-6.5-6.5z',
  vb: 'M6 4.5h3l1.5 3.8-1.9 1.2a11 11 0 0 0 5.4 5.4l1.2-1.9 3.8 1.5v3a1.5 1.5 0 0 1-1.6 1.5A15 15 0 0 1 4.5 6.1 1.5 1.5 0 0 1 6 4.5zM14 4.5a5.5 5.5 0 0 1 5.5 5.5M14 8a2 2 0 0 1 2 2',
  fb: 'M12 3.5c-4.9 0-8.7 3.5-8.7 8 0 2.4 1 4.5 2.7 6v3l2.7-1.4c1 .3 2.1.4 3.3.4 4.9 0 8.7-3.5 8.7-8s-3.8-8-8.7-8zM7.5 13.5l3.2-3.4 2.6 2.4 3.2-2.7',
  ok: 'M12 10.5A3.3 3.3 0 1 0 12 3.9a3.3 3.3 0 0 0 0 6.6zM7 13.2c3 2 7 2 10 0M12 14.8L8 19.8M12 14.8l4 5',
  mx: 'M12 4a8 8 0 1 1-3.8 15L4 20l.9-4.2A8 8 0 0 1 12 4zM9 14.7V9.8l3 3 3-3v4.9',
  cian: 'M4 11l8-6.5 8 6.5M6 9.5V19.5h12V9.5M10 19.5v-5.5h4v5.5',
  ali: 'M5 8h14l-1 12H6zM8.5 8a3.5 3.5 0 0 1 7 0M9 12a3 3 0 0 0 6 0',
  apple:
    'M12 4.5c-4.7 0-8.5 3.1-8.5 7 0 2.2 1.2 4.1 3.1 5.4L6 20l3.7-1.7c.7.1 1.5.2 2.3.2 4.7 0 8.5-3.1 8.5-7s-3.8-7-8.5-7zM8.5 11.5h.01M12 11.5h.01M15.5 11.5h.01',
  custom: 'M4 5h16v11h-8l-4 3.5V16H4z',
};

export function Glyph({ provider }: { provider: MessengerProvider }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[provider]} />
    </svg>
  );
}
