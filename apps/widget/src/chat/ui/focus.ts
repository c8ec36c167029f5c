import type { Model } from '../model/model.ts';

/** Whether the visitor is in the panel, and not elsewhere on the page. */
export const hasFocusWithin = ({ root }: Model) => Boolean(root.querySelector('.panel:focus-within'));

/** Leads to where one goes on: the place to write, or the panel itself where that would bring up a keyboard. */
export function focusPanel({ root, panel }: Model) {
  const dialog = root.querySelector<HTMLElement>('.panel');
  const place = dialog?.querySelector<HTMLElement>('.composer textarea, .ask :is(input, textarea)');
  (panel.state.look.isPhone ? dialog : (place ?? dialog))?.focus();
}

/** The Tab key goes round in what covers the page: nobody sees what is behind it. */
export function trapTabKey(event: KeyboardEvent, { root }: Model) {
  const places = [...root.querySelectorAll<HTMLElement>('.panel :is(button, input, textarea):enabled')].filter(
    (each) => each.tabIndex >= 0 && !each.closest('[inert]'),
  );
  const { activeElement: now } = root;
  const [end, start] = event.shiftKey ? [places[0], places.at(-1)] : [places.at(-1), places[0]];
  if (now !== end && !(event.shiftKey && now?.matches('.panel'))) return;
  event.preventDefault();
  start?.focus();
}
