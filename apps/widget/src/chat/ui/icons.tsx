const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  send: 'M5 12l15-7-5 15-3.2-6.3L5 12zM11.8 13.7L20 5',
  attach: 'M20 11.5l-8.3 8.2a5 5 0 0 1-7.1-7.1l8.6-8.5a3.4 3.4 0 0 1 4.8 4.8l-8.5 8.4a1.7 1.7 0 0 1-2.4-2.4l7.8-7.7',
  smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14.2a4.4 4.4 0 0 0 7 0M9 9.5h.01M15 9.5h.01',
  file: 'M13 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V9zM13 3v6h6',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 1 0-14 0C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  sticker: 'M20 12.5A8.5 8.5 0 1 1 11.5 4H14l6 6zM14 4v4a2 2 0 0 0 2 2h4',
  bell: 'M6 17V11a6 6 0 1 1 12 0v6l1.5 2h-15zM10.5 21h3',
  mute: 'M6 17V11a6 6 0 0 1 9-5.2M18 11v6l1.5 2h-15L6 17M10.5 21h3M4 4l16 16',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 9h17M3.5 15h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18',
  chats: 'M3.5 4.5h11v8.5H8l-4.5 3.5zM17.5 8.5h3v11l-4-3h-6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  sent: 'M5 12.5l4.5 4.5L19 7.5',
  seen: 'M2.5 12.5l4 4 8-9M11.5 15.5l1.5 1.5 8.5-9.5',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  star: 'M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.2 6.7 20l1.1-6L3.4 9.800l6-.8z',
};

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
