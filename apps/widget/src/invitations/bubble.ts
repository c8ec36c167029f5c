import type { Shell } from '../shell.ts';
import css from './bubble.css?inline';
import type { Content } from './content.ts';

interface Labels {
  message: string;
  from: (name: string) => string;
  dismiss: string;
}

const LABELS: Record<string, Labels> = {
  en: { message: 'Message', from: (name) => `Message from ${name}`, dismiss: 'Dismiss' },
  ru: { message: 'Сообщение', from: (name) => `Пишет ${name}`, dismiss: 'Закрыть' },
};

interface BubbleShell extends Pick<Shell, 'root' | 'uiLanguage' | 'window'> {
  config: Pick<Shell['config'], 'look'>;
}

interface Actions {
  onOpen(): void;
  onReply(reply: string): void;
  onDismiss(): void;
}

export type Bubble = ReturnType<typeof createBubble>;

/** An invitation beside the launcher. Loaded on demand: most visits see none. */
export function createBubble(shell: BubbleShell, { onOpen, onReply, onDismiss }: Actions) {
  const { root, window: page } = shell;
  const { accent_on_light, accent_on_dark } = shell.config.look;
  const launcher = root.querySelector('.launcher') as HTMLElement;
  const sheet = new page.CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  // There before its content, for screen readers to announce it.
  const place = element('div', 'place-of-invitation');
  place.setAttribute('role', 'status');
  place.style.cssText = `--accent-on-light:${accent_on_light};--accent-on-dark:${accent_on_dark}`;
  // A page may have removed the frame of an earlier one.
  root.querySelector('.place-of-invitation')?.remove();
  launcher.before(place);
  place.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') dismiss();
  });

  function dismiss() {
    const hadFocus = place.contains(root.activeElement);
    onDismiss();
    if (hadFocus) launcher.focus();
  }

  return {
    show({ text, replies, sender }: Content) {
      const labels = (LABELS[shell.uiLanguage()] ?? LABELS.en) as Labels;
      const words = element('span', 'words', sender?.name && element('b', '', sender.name), text);
      const open = button('open', onOpen, sender && faceOf(sender), words);
      const close = button('dismiss', dismiss, '×');
      close.setAttribute('aria-label', labels.dismiss);
      const buttons = replies.map((reply) => button('', () => onReply(reply), reply));
      const card = element('div', 'invitation', open, close, buttons.length && element('div', 'replies', ...buttons));
      card.setAttribute('role', 'group');
      card.setAttribute('aria-label', sender?.name ? labels.from(sender.name) : labels.message);
      place.replaceChildren(card);
    },
    hide: () => place.replaceChildren(),
  };
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (Node | string | 0 | null | undefined)[]
) {
  const created = document.createElement(name);
  created.className = className;
  for (const child of children) if (child) created.append(child);
  return created;
}

function button(className: string, onClick: () => void, ...children: (Node | string | null)[]) {
  const created = element('button', className, ...children);
  created.type = 'button';
  created.addEventListener('click', onClick);
  return created;
}

function faceOf({ name, avatar_url }: NonNullable<Content['sender']>) {
  if (!avatar_url) return name ? element('span', 'face', name.trim().slice(0, 1).toUpperCase()) : null;
  const picture = element('img', 'face');
  picture.src = avatar_url;
  picture.alt = '';
  return picture;
}
