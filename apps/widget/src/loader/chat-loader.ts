import type { Chat, Shell } from '../shell.ts';
import { trustedScriptUrl } from '../trusted-types.ts';

export type ChatCommand = (chat: Chat) => void;

/** Commands for a chat that is not loaded yet. After a failure the next attempt runs them, in order. */
let queue: ChatCommand[] = [];

/** Loads the chat on demand; after a failure, again. */
export function createChatLoader(shell: Shell, nonce: string, onFail: () => void) {
  let frame: ReturnType<typeof openFrame> | undefined;

  function dispatch(command: ChatCommand) {
    frame ??= openFrame(shell, nonce, () => {
      frame = undefined;
      onFail();
    });
    frame.dispatch(command);
  }

  return {
    /** Runs the command as soon as the chat is loaded. */
    dispatch,
    preload: () => dispatch(() => {}),
    /** Loaded or about to be. */
    isLoading: () => Boolean(frame),
    /** Cleans up after a page that has removed the frame, and the chat with it; tells whether it has. */
    discardRemoved() {
      const isRemoved = frame && !frame.element.isConnected;
      if (isRemoved) {
        frame = undefined;
        shell.root.querySelector('.place-of-chat')?.remove();
      }
      return isRemoved;
    },
  };
}

/**
 * Loads the chat into an empty frame. It renders into the page, but its code has a separate realm, which changes
 * of built-in objects by scripts of the page do not reach.
 */
function openFrame(shell: Shell, nonce: string, onFail: () => void) {
  const { files, origin } = shell.config;
  let chat: Chat | undefined;
  const element = document.createElement('iframe');
  element.tabIndex = -1;
  element.title = '';
  element.setAttribute('aria-hidden', 'true');
  element.style.cssText =
    'all:initial!important;display:block!important;position:fixed!important;width:0!important;height:0!important;border:0!important;visibility:hidden!important';
  // Some browsers replace the first empty document; the one after it stays.
  element.addEventListener('load', load, { once: true });
  document.documentElement.append(element);

  function load() {
    const inner = element.contentWindow as Window & typeof globalThis;
    Object.assign(inner, { parley: { shell, ready, failed: fail } });
    const script = inner.document.createElement('script');
    script.type = 'module';
    if (nonce) script.nonce = nonce;
    script.src = trustedScriptUrl(inner, `${origin}/widget/${files.chat}`);
    script.addEventListener('error', fail);
    inner.document.head.append(script);
  }

  function ready(loaded: Chat) {
    chat = loaded;
    const commands = queue;
    queue = [];
    for (const command of commands) command(loaded);
  }

  function fail() {
    element.parentNode?.removeChild(element);
    onFail();
  }

  return {
    element,
    dispatch(command: ChatCommand) {
      if (chat) command(chat);
      else queue[queue.length] = command;
    },
  };
}
