import { html, page, trusted } from '@parley/html';
import type { Language } from './links.ts';
import { type PageName, texts } from './texts.ts';

const STYLE = `
main { box-sizing: border-box; min-block-size: 100dvh; display: grid; place-content: center; padding: 1.5rem; background: var(--surface); }
section { box-sizing: border-box; inline-size: min(26rem, 100vw - 3rem); padding: 2.5rem 2rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper); text-align: center; }
.icon { inline-size: 3rem; block-size: 3rem; margin-inline: auto; border-radius: 50%; background: var(--accent-tint); color: var(--accent); display: grid; place-content: center; }
.icon svg { inline-size: 1.5rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.icon svg path { fill: none; }
h1 { margin: 1.25rem 0 0.5rem; font-size: 1.25rem; line-height: 1.3; font-weight: 600; text-wrap: balance; }
p { margin: 0; color: var(--quiet); font-size: 0.9375rem; overflow-wrap: anywhere; text-wrap: pretty; }
p span { display: inline-block; max-inline-size: 100%; }
button { margin-block-start: 1.75rem; min-block-size: 2.75rem; padding-inline: 1.5rem; border: 1px solid var(--accent); border-radius: 0.5rem; background: var(--accent); color: var(--paper); font: inherit; font-size: 0.9375rem; font-weight: 500; cursor: pointer; }
button[value="resubscribe"], .again button { border-color: var(--line); background: transparent; color: var(--ink); }
`;

const ENVELOPE = trusted(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/><path d="m3 7 9 6 9-6"/></svg>',
);
const CHECK = trusted('<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>');

/** What the button of a page does. */
const ACTIONS: Partial<Record<PageName, string>> = {
  ask: 'unsubscribe',
  unsubscribed: 'resubscribe',
  resubscribed: 'unsubscribe',
  confirm: 'confirm',
};

interface Shown {
  name: PageName;
  language: Language;
  /** Masked. */
  address: string;
  /** The name of the widget, if it has one. */
  from: string | undefined;
}

/** A page about one address, with one button. */
export function subscriptionPage({ name, language, address, from }: Shown) {
  const { title, heading, lead, button } = texts[language][name];
  const action = ACTIONS[name];
  const isDone = name === 'unsubscribed' || name === 'resubscribed' || name === 'confirmed';
  const form = html`<form method="post"${isDone && trusted(' class="again"')}><button name="action" value="${action ?? ''}">${button ?? ''}</button></form>`;
  const body = html`<main><section><div class="icon">${isDone ? CHECK : ENVELOPE}</div>
<h1>${heading}</h1><p${isDone && trusted(' role="status"')}>${lead(html`<span>${address}</span>`, from)}</p>${button !== undefined && form}</section></main>`;
  return page({ title, language, style: STYLE, body, hasForms: true });
}
