import type { SiteApi } from '../loader/site-api.ts';
import type { SiteEvent } from '../shell.ts';

interface CallbackPorts {
  /** Whether the site started the conversation. */
  isInvited(): boolean;
  /** Whether the widget is hidden, and calls nothing. */
  isSilent(): boolean;
}

interface SentEvent {
  /** Whether it is the first message of the conversation. */
  first: boolean;
}

/** Events that map to callbacks one to one. Those of phone calls never come, since there are none. */
const CALLBACKS: [event: SiteEvent, name: string, argument?: string][] = [
  ['open', 'onOpen'],
  ['open', 'onChangeState', 'chat'],
  ['open', 'onResizeCallback'],
  ['close', 'onClose'],
  ['close', 'onChangeState', 'label'],
  ['close', 'onResizeCallback'],
  ['accept', 'onAccept'],
  ['message', 'onMessageReceived'],
];

/** Calls a global function of the page, if it is defined by now. */
export function invokeCallback(name: string, ...given: unknown[]) {
  const callback: unknown = Reflect.get(window, `jivo_${name}`);
  if (typeof callback === 'function') callback(...given);
}

/** Forwards events to callbacks. Each has its own listener, so that an error in one does not stop the others. */
export function forwardEvents(widget: SiteApi, { isInvited, isSilent }: CallbackPorts) {
  const invoke = (name: string, ...given: unknown[]) => void (isSilent() || invokeCallback(name, ...given));
  const { open } = widget.state();
  for (const [event, name, ...given] of CALLBACKS) {
    widget.on(event, () => invoke(name, ...given));
    // The chat may have been opened before, as on the previous page.
    if (open && event === 'open') setTimeout(() => invoke(name, ...given));
  }
  widget.on('sent', ({ first }: SentEvent) => void (first && invoke('onMessageSent')));
  widget.on('sent', ({ first }: SentEvent) => void (first && !isInvited() && invoke('onClientStartChat')));
  widget.on('contact', ({ via }: { via: string | null }) => void (via === 'form' && invoke('onIntroduction')));
}
