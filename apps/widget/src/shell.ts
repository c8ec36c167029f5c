import type { LoaderConfig } from '@parley/contract';

/** What the loader offers the chat and the invitations, which run in frames of their own. */
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
  /** Layout on this kind of device. */
  device(): LoaderConfig['desktop'];
  /** Runs the listener when the language, the look, the screen or `online` changes. */
  onChange(listener: () => void): void;
  state: Readonly<WidgetState>;
  setOpen(isOpen: boolean, by: OpenedBy): void;
  chooseLanguage(locale: string): void;
  /** Runs the command as soon as the chat is loaded. */
  dispatch(command: (chat: Chat) => void): void;
  setUnread(count: number): void;
  /** Shows a number on the launcher, until the next change of `unread`. */
  setBadge(count: number): void;
  setOnline(online: boolean): void;
  /** Calls the listeners of the site. */
  emit(event: SiteEvent, detail?: unknown): void;
}

/** What the site and the launcher show. */
export interface WidgetState {
  open: boolean;
  /** Whether an agent is available; null until the server has said. */
  online: boolean | null;
  unread: number;
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
  /** Shows an invitation in the chat. The visitor answers with the reply, or with words of their own. */
  offer(offer: Offer, reply?: string): void;
  identify(identity: Identity): void;
  /** Forgets the visitor on this device. */
  reset(): void;
}

/** What the loader can ask of the loaded invitations. */
export interface Invitations {
  /** A script of the site fires an event that rules may wait for. */
  trigger(event: string): void;
}

/** An invitation that the visitor has accepted, or that opens the chat. */
export interface Offer {
  text: string;
  /** Who it is from; null for the widget. */
  agentId: number | null;
  /** Answers that can be sent with one click. */
  replies: string[];
}

/** Stored by the loader as `window.parley` of the frame, for what is loaded there to find. */
export interface Handover<Loaded> {
  shell: Shell;
  ready(loaded: Loaded): void;
  /** A file that it needs could not be loaded. */
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
export type MemoryKey =
  | 'token'
  | 'visit'
  | 'language'
  | 'sound'
  | 'emoji'
  | 'open'
  | 'rated'
  | 'draft'
  | 'unsent'
  /** Whether the visitor is a contact, and when they last wrote. */
  | 'known'
  | 'wrote'
  /** The invitation they saw last. */
  | 'impression'
  /** What invitations the visitor saw: with tracking, in all visits; without, in this one. */
  | 'history'
  | 'shown'
  | 'dismissed';
