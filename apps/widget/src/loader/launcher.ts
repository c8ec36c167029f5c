import type { LoaderConfig } from '@parley/contract';
import css from './launcher.css?inline';

type Labels = [region: string, open: string, close: string];

/** For screen readers, before the texts of a language are loaded. */
const LABELS: Record<string, Labels> = {
  en: ['Chat', 'Open chat', 'Close chat'],
  ru: ['Чат', 'Открыть чат', 'Закрыть чат'],
};

const SVG = 'http://www.w3.org/2000/svg';
const BUBBLE = 'M6.5 17.3A9 7.7 0 1 1 10 18.7 8 8 0 0 1 5 20.4 5 5 0 0 0 6.5 17.3Z';
const CROSS = 'M6 6l12 12M18 6L6 18';

/** Each is a custom property of the same name in the styles. */
const LENGTHS = ['launcher_size', 'launcher_x', 'launcher_y', 'chat_x', 'chat_y'] as const;

export type Launcher = ReturnType<typeof createLauncher>;

/** The host element, isolated from styles of the page, with the button in it. */
export function createLauncher(config: LoaderConfig) {
  const host = document.createElement('service-widget');
  // Inline and important, to win over any rule of the page.
  host.style.cssText =
    'all:initial!important;position:fixed!important;width:0!important;height:0!important;z-index:2147483000!important';
  host.popover = 'manual';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];

  const widget = document.createElement('section');
  widget.className = 'widget';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'launcher';
  button.hidden = true;
  const badge = document.createElement('span');
  badge.className = 'badge';
  button.append(icon(BUBBLE), icon(CROSS), badge);
  widget.append(button);
  root.append(widget);

  const state = { language: 'en', isOpen: false, unread: 0 };

  function update() {
    const [region, open, close] = (LABELS[state.language] ?? LABELS.en) as Labels;
    widget.setAttribute('aria-label', region);
    widget.lang = state.language;
    widget.dir = /^(ar|fa|he)$/.test(state.language) ? 'rtl' : 'ltr';
    button.setAttribute('aria-label', (state.isOpen ? close : open) + (state.unread ? ` (${state.unread})` : ''));
    button.setAttribute('aria-expanded', `${state.isOpen}`);
    // Shown by the styles only: the label of the button has the count too.
    badge.dataset.count = state.unread > 99 ? '99+' : `${state.unread || ''}`;
    widget.toggleAttribute('data-open', state.isOpen);
  }

  return {
    root,
    widget,
    button,
    mount() {
      if (host.isConnected) return;
      document.documentElement.append(host);
      // In the top layer, where transforms of the page don't affect it.
      host.showPopover?.();
    },
    set(changes: Partial<typeof state>) {
      Object.assign(state, changes);
      update();
    },
    place(device: LoaderConfig['desktop'], isPhone: boolean) {
      const [y = 'bottom', x = 'right'] = device.position.split('-');
      Object.assign(widget.dataset, { x, y });
      widget.toggleAttribute('data-phone', isPhone);
      let style = `--accent:${config.look.accent};--on-accent:${config.look.on_accent};`;
      for (const name of LENGTHS) style += `--${name}:${device[name]}px;`;
      widget.style.cssText = style;
      button.style.cssText = inset(x, 'x') + inset(y, 'y');
    },
  };
}

const inset = (side: string, axis: string) => `${side}:calc(var(--launcher_${axis}) + env(safe-area-inset-${side}));`;

function icon(path: string) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
