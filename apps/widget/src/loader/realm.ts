import type { Chat, Shell } from '../shell.ts';
import { trusted } from '../trusted.ts';

type Command = (chat: Chat) => void;

interface Realm {
  /** At once, or as soon as the chat is there. */
  ask(command: Command): void;
  /** A page that throws the frame away throws away what runs in it. */
  isAlive(): boolean;
}

/** What is asked before the chat is there. Where it can't be loaded the next realm does it, in the same order. */
let waiting: Command[] = [];

/**
 * Loads the chat into an empty frame. It draws into the page, but its code has a world of its own there: what scripts
 * of the page did to arrays, promises or elements does not reach it.
 */
export function openRealm(shell: Shell, { nonce, onFail }: { nonce: string; onFail(): void }): Realm {
  const { files, origin } = shell.config;
  let chat: Chat | undefined;
  const frame = document.createElement('iframe');
  frame.tabIndex = -1;
  frame.title = '';
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText =
    'all:initial!important;display:block!important;position:fixed!important;width:0!important;height:0!important;border:0!important;visibility:hidden!important';
  // Some browsers replace the first empty document by another; afterwards it stays.
  frame.addEventListener('load', fill, { once: true });
  document.documentElement.append(frame);

  function fill() {
    const inner = frame.contentWindow as Window & typeof globalThis;
    Object.assign(inner, { parley: { shell, ready, failed: fail } });
    const script = inner.document.createElement('script');
    script.type = 'module';
    if (nonce) script.nonce = nonce;
    script.src = trusted(inner, `${origin}/widget/${files.chat}`);
    script.addEventListener('error', fail);
    inner.document.head.append(script);
  }

  function ready(loaded: Chat) {
    chat = loaded;
    const asked = waiting;
    waiting = [];
    for (const command of asked) command(loaded);
  }

  function fail() {
    frame.parentNode?.removeChild(frame);
    onFail();
  }

  return {
    ask(command) {
      if (chat) command(chat);
      else waiting[waiting.length] = command;
    },
    isAlive: () => frame.isConnected,
  };
}
