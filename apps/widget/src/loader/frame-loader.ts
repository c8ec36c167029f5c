import type { Handover, Shell } from '../shell.ts';
import { trustedScriptUrl } from '../trusted-types.ts';

/**
 * Loads a file of the widget on demand into an empty frame; after a failure, again. It renders into the page, but its code
 * has a separate realm, which changes of built-in objects by scripts of the page do not reach.
 */
export function createFrameLoader<Loaded>(shell: Shell, nonce: string, file: string, onFail: () => void) {
  let frame: HTMLIFrameElement | undefined;
  let loaded: Loaded | undefined;
  /** Commands until it is loaded. After a failure the next attempt runs them, in order. */
  let queue: ((loaded: Loaded) => void)[] = [];

  function open() {
    const element = document.createElement('iframe');
    frame = element;
    // Hidden from screen readers and the keyboard too.
    element.style.cssText =
      'all:initial!important;position:fixed!important;width:0!important;height:0!important;border:0!important;visibility:hidden!important';
    // Some browsers replace the first empty document; the one after it stays.
    element.addEventListener('load', () => load(element), { once: true });
    document.documentElement.append(element);
  }

  function load({ contentWindow }: HTMLIFrameElement) {
    const inner = contentWindow as Window & { parley?: Handover<Loaded> };
    inner.parley = { shell, ready, failed };
    const script = inner.document.createElement('script');
    script.type = 'module';
    if (nonce) script.nonce = nonce;
    script.src = trustedScriptUrl(inner, `${shell.config.origin}/widget/${file}`);
    script.addEventListener('error', failed);
    inner.document.head.append(script);
  }

  function ready(given: Loaded) {
    loaded = given;
    const commands = queue;
    queue = [];
    for (const command of commands) command(given);
  }

  function failed() {
    frame?.parentNode?.removeChild(frame);
    discard();
    onFail();
  }

  function discard() {
    frame = loaded = undefined;
  }

  /** Runs the command as soon as the file is loaded. */
  function dispatch(command: (loaded: Loaded) => void) {
    if (!frame) open();
    if (loaded) command(loaded);
    else queue[queue.length] = command;
  }

  return {
    dispatch,
    preload: () => dispatch(() => {}),
    /** Loaded or about to be. */
    isLoading: () => Boolean(frame),
    /** Forgets a frame that the page has removed; tells whether it has. */
    discardRemoved() {
      const isRemoved = frame && !frame.isConnected;
      if (isRemoved) discard();
      return isRemoved;
    },
  };
}
