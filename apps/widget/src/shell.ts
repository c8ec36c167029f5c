import type { LoaderConfig } from '@parley/contract';

/** What the loader gives to the chat, whose code runs in a frame of its own. */
export interface Shell {
  config: LoaderConfig;
  /** The window of the page that the widget is on. */
  window: Window & typeof globalThis;
  /** Where the chat is drawn, between the page and the launcher. */
  root: ShadowRoot;
  memory: Memory;
  /** What the visitor would like to read: where the owner wrote in it, that is shown. */
  readonly language: string;
  /** What the widget itself has words in. */
  readonly spoken: string;
  readonly look: Look;
  /** Calls the listener after the language, the look or the kind of screen changed. */
  onChange(listener: () => void): void;
  /** Whether somebody would answer, as far as the page has been told. */
  readonly online: boolean | null;
  /** As what opens by itself: it takes no focus, and makes nobody known. */
  invite(): void;
  close(): void;
  chooseLanguage(locale: string): void;
  setUnread(count: number): void;
  setOnline(online: boolean): void;
  /** Tells scripts of the site. */
  tell(event: SiteEvent, detail?: unknown): void;
}

/** What the loader may ask of the chat once it is there. */
export interface Chat {
  show(isOpen: boolean, by: 'visitor' | 'itself'): void;
  /** Something waits for the visitor, or of theirs: also in a chat that nobody has opened here. */
  wake(): void;
  setContactInfo(info: ContactInfo): void;
  setCustomData(fields: CustomField[]): void;
  /** In the name of the visitor. */
  send(text: string): void;
  /** Shows words of the site as if somebody there had said them. */
  invite(text: string): void;
  identify(identity: Identity): void;
  /** Forgets who the visitor is, on this device alone. */
  reset(): void;
}

/** How the chat's code is told where it is. */
export interface Handover {
  shell: Shell;
  ready(chat: Chat): void;
  /** Something that it needs could not be loaded. */
  failed(): void;
}

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

/** What the browser keeps for the next page, where it lets us. */
export interface Memory {
  get(name: Remembered): string | undefined;
  set(name: Remembered, value: string | undefined, isForNextPage?: boolean): void;
}

/** Under what the browser keeps it. */
export const keyOf = (guid: string, name: Remembered) => `parley.${guid}.${name}`;

/** The token and the visit say who somebody is: they are kept from the moment that somebody opens the chat. */
export type Remembered = 'token' | 'visit' | 'language' | 'sound' | 'emoji' | 'open' | 'rated' | 'draft' | 'unsent';
