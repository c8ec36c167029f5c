import type { SiteApi } from '../loader/site-api.ts';
import type { SiteEvent } from '../shell.ts';

interface Plan {
  /** The site began the conversation. */
  isInvited(): boolean;
  /** What is hidden says nothing. */
  isSilent(): boolean;
}

interface Sent {
  /** Nothing was said before. */
  first: boolean;
}

/** What needs no more than to have happened. Of phone calls nobody hears, since there are none. */
const TOLD: [event: SiteEvent, name: string, given?: string][] = [
  ['open', 'onOpen'],
  ['open', 'onChangeState', 'chat'],
  ['open', 'onResizeCallback'],
  ['close', 'onClose'],
  ['close', 'onChangeState', 'label'],
  ['close', 'onResizeCallback'],
  ['accept', 'onAccept'],
  ['message', 'onMessageReceived'],
];

/** Calls a function of the page, if the page has it by now. */
export function call(name: string, ...given: unknown[]) {
  const callback = (window as unknown as Record<string, unknown>)[`jivo_${name}`];
  if (typeof callback === 'function') callback(...given);
}

/** Tells the page what happens. Each callback has a listener of its own: a mistake in one does not cost another. */
export function hear(widget: SiteApi, { isInvited, isSilent }: Plan) {
  const tell = (name: string, ...given: unknown[]) => void (isSilent() || call(name, ...given));
  const { open } = widget.state();
  for (const [event, name, ...given] of TOLD) {
    widget.on(event, () => tell(name, ...given));
    // It opened before anybody listened: on the page before, for one.
    if (open && event === 'open') setTimeout(() => tell(name, ...given));
  }
  widget.on('sent', ({ first }: Sent) => void (first && tell('onMessageSent')));
  widget.on('sent', ({ first }: Sent) => void (first && !isInvited() && tell('onClientStartChat')));
  widget.on('contact', ({ via }: { via: string | null }) => void (via === 'form' && tell('onIntroduction')));
}
