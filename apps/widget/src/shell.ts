import type { LoaderConfig } from '@parley/contract';

/** What the loader offers the chat, which runs in a separate frame. */
export interface Shell {
  config: LoaderConfig;
  /** The window of the host page. */
  window: Window & typeof globalThis;
  /** Where the chat renders. */
  root: ShadowRoot;
  memory: Memory;
  /** Preferred by the visitor; selects the translation of what the owner wrote. */
  language(): string;
  /** Of the interface, which has fewer translations. */
  uiLanguage(): string;
  look(): Look;
  /** Runs the listener when the language, the look, the screen or `online` changes. */
  onChange(listener: () => void): void;
  /** Whether an agent is available; null until the server has said. */
  online(): boolean | null;
  /** Opens the chat without focus and without a session. */
  autoOpen(): void;
  close(): void;
  chooseLanguage(locale: string): void;
  setUnread(count: number): void;
  setOnline(online: boolean): void;
  /** Calls the listeners of the site. */
  emit(event: SiteEvent, detail?: unknown): void;
}

/** What the loader can ask of the loaded chat. Commands of the site have their names in `service_widget_api`. */
export interface Chat {
  setOpen(isOpen: boolean, by: OpenedBy): void;
  /** Opens the session in the background: messages wait to be shown or sent. */
  wake(): void;
  setContactInfo(info: ContactInfo): void;
  setCustomData(fields: CustomField[]): void;
  /** Sends a message as the visitor. */
  send(text: string): void;
  /** Opens the chat with a message of the site. */
  invite(text: string): void;
  identify(identity: Identity): void;
  /** Forgets the visitor on this device. */
  reset(): void;
}

/** Stored by the loader as `window.parley` of the frame, for the chat to find. */
export interface Handover {
  shell: Shell;
  ready(chat: Chat): void;
  /** A file of the chat could not be loaded. */
  failed(): void;
}

/** What opens by itself takes no focus and starts no session. */
export type OpenedBy = 'visitor' | 'itself';

export interface Look {
  skin: string;
  capsuleTitle: string | null;
  capsuleSubtitle: string | null;
  isPhone: boolean;
}

export interface ContactInfo {
  name?: string;
  email?: string;
  phone?: string;
  description?: string;
}

export interface CustomField {
  title?: string;
  content: string;
  link?: string;
}

export interface Identity {
  user_id: string;
  expires: number;
  signature: string;
}

export type SiteEvent =
  | 'open'
  | 'close'
  | 'message'
  | 'sent'
  | 'unread'
  | 'online'
  | 'accept'
  | 'contact'
  | 'identify'
  | 'error';

/** Values kept for the next page, where the browser allows it. */
export interface Memory {
  get(name: MemoryKey): string | undefined;
  set(name: MemoryKey, value: string | undefined, isForNextPage?: boolean): void;
}

export const storageKey = (guid: string, name: MemoryKey) => `parley.${guid}.${name}`;

/** The token and the visit identify the visitor: they are stored once the chat is opened. */
export type MemoryKey = 'token' | 'visit' | 'language' | 'sound' | 'emoji' | 'open' | 'rated' | 'draft' | 'unsent';
