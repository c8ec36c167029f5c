import type { Model } from '../model/model.ts';

export const hasFocusWithin = ({ root }: Model) => Boolean(root.querySelector('.panel:focus-within'));

/** Focuses the first input, or on a phone the panel, so that no keyboard pops up. */
export function focusPanel({ root, panel }: Model) {
  const dialog = root.querySelector<HTMLElement>('.panel');
  const input = dialog?.querySelector<HTMLElement>('.composer textarea, .ask :is(input, textarea)');
  (panel.state.look.isPhone ? dialog : (input ?? dialog))?.focus();
}

/** Keeps the Tab key inside a panel that covers the page. */
export function trapTabKey(event: KeyboardEvent, { root }: Model) {
  const focusable = [
    ...root.querySelectorAll<HTMLElement>('.panel :is(a, button, input, textarea):not(:disabled)'),
  ].filter((each) => each.tabIndex >= 0 && !each.closest('[inert]'));
  const { activeElement } = root;
  const [end, start] = event.shiftKey ? [focusable[0], focusable.at(-1)] : [focusable.at(-1), focusable[0]];
  if (activeElement !== end && !(event.shiftKey && activeElement?.matches('.panel'))) return;
  event.preventDefault();
  start?.focus();
}
