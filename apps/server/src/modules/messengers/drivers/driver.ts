import type { FilledTemplate, MessengerProvider } from '@parley/contract';
import type { Access, Account, Classified, State, VendorAnswer } from './access.ts';
import type { VendorEvent } from './events.ts';

export type { Account, Classified, State, Verdict } from './access.ts';

/** Vendors that have a driver: `avito` is not a provider of the API, `custom` has no vendor. */
export type Vendor = Exclude<MessengerProvider, 'custom'> | 'avito';

/** What the vendor says about an account. */
export interface Identity {
  account: Account;
  /** Where customers find it. */
  link: string | null;
}

/** Where the vendor sends updates. */
export interface Hook {
  url: string;
  /** Sent back by vendors that take one: letters, digits, `_` and `-`, 43 of them. */
  secret: string;
}

/** A request to a hook, as it arrived. */
export interface HookRequest {
  method: 'GET' | 'POST';
  query: URLSearchParams;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** The connection that a hook request is for. */
export interface Receiver {
  hook: Hook;
  token: string;
  sid: string | null;
  appSecret: string | null;
  account: Account | null;
  state: State;
}

/** What a hook request says, and how it is acknowledged. */
export interface Reading {
  events: VendorEvent[];
  /** Answered with 200 once the events are committed. Default: `{}` as JSON. */
  answer?: { type: 'text/plain' | 'application/json' | 'application/xml'; body: string };
}

/** A button of a keyboard, which opens a link. */
export interface LinkButton {
  label: string;
  url: string;
}

export interface OutgoingFile {
  name: string;
  type: string;
  size: number;
  /** A picture within `limits.image`: the customer sees it in the conversation. */
  isImage: boolean;
  bytes: Buffer;
  /** A public link, valid for at least a day. */
  link: string;
}

interface Target {
  /** The vendor's ids of the recipient and of the conversation. */
  person: string;
  conversation: string;
}

/** One call that sends something. */
export type Part = Target & {
  /** The same for every attempt at this part, and for no other: 1 to 2^31 - 1. */
  key: number;
  content:
    | {
        kind: 'text';
        text: string;
        /** The same text as CommonMark, if it fits in one message. */
        markdown?: string;
        /** Only for drivers with `hasKeyboard`. */
        buttons?: LinkButton[];
      }
    | { kind: 'file'; file: OutgoingFile; caption?: string }
    /** Only for drivers with `hasLocation`. */
    | { kind: 'location'; lat: number; lng: number };
};

/** A text that the vendor has approved, for somebody who may not be written to otherwise. */
type TemplatePart = Target & { template: FilledTemplate };

/** A message of ours at the vendor. */
export type SentMessage = Target & { id: string };

/** How often we may call. */
interface Pace {
  /** Messages a second for the whole connection. */
  perSecond: number;
  /** Milliseconds between two messages in one chat. */
  chatMs: number;
}

/** A file of a customer, to be downloaded with a GET. */
interface Download {
  url: string;
  headers?: Record<string, string>;
  name?: string;
  /** In bytes, where the vendor says. */
  size?: number;
  /** Decrypts the downloaded bytes. */
  decode?: (bytes: Buffer) => Buffer;
}

/** What the vendor knows about a conversation besides its messages. */
interface Profile {
  /** The vendor's id of the customer, where the hook may not have it. */
  person?: string;
  name?: string;
  /** The page that the conversation is about, such as an advertisement. */
  page?: string;
}

/** What a poll returned, and where the next one starts. */
export interface Polled {
  events: VendorEvent[];
  position: string;
}

/** Whether the vendor sends updates to our hook; `conflict`: to somebody else's. */
export type HookState = 'registered' | 'missing' | 'conflict';

/** The vendor has another hook in the place of ours, which serves us too if it belongs to a connection of the same app. */
interface OtherHook {
  heldBy: string;
}

/**
 * How to speak with one vendor. A driver has no SQL and no clock, and calls only through `access.call`, which throws a
 * `VendorRefusal` for every answer that `classify` does not call ok.
 */
export interface Driver {
  /** Addresses of the vendor by name; the first is its API. */
  hosts: Record<string, string>;
  /** Whether updates can be pushed to a hook, polled, or both; `manual`: the hook is registered by hand. */
  modes: readonly ('webhook' | 'polling' | 'manual')[];
  /**
   * Lengths in UTF-16 units, sizes in bytes; `file` 0: it takes none, and a link is sent instead. `fileCaption`: for files
   * that are not pictures, where it is not `caption`.
   */
  limits: { text: number; caption: number; fileCaption?: number; file: number; image: number };
  pace: Pace;
  /** How long after the customer's last message we may write; null: always. */
  windowHours: number | null;
  /** The vendor drops a second message with the same key. */
  isIdempotent: boolean;
  hasKeyboard?: true;
  hasLocation?: true;

  classify: (answer: VendorAnswer) => Classified;

  /** Reads whose credential it is; changes nothing. */
  identify?: (access: Access) => Promise<Identity>;
  /** Whether a credential that `identify` says is rejected must not be stored. */
  isProbed?: true;
  /**
   * Has updates sent to the hook. `keep` commits a state that the vendor asks the hook for before this call ends. Missing
   * for drivers without hooks.
   */
  register?: (access: Access, hook: Hook, keep: (state: State) => Promise<void>) => Promise<State>;
  unregister?: (access: Access, hook: Hook) => Promise<void>;
  check?: (access: Access, hook: Hook) => Promise<HookState | OtherHook>;
  /** New values for `token` when it has expired or is rejected; called by one node at a time. */
  renew?: (access: Access) => Promise<{ token: string }>;

  /** In constant time. */
  authenticate: (request: HookRequest, receiver: Receiver) => boolean;
  /** The accounts that an update is about, of a vendor that has one hook for several. */
  accountsIn?: (request: HookRequest) => string[];
  /** `malformed`: the body cannot be read at all. Events of other accounts and of kinds that we don't know are left out. */
  read: (request: HookRequest, receiver: Receiver) => Reading | 'malformed';
  /** Where polling begins: what is written from then on. Missing for drivers whose first poll returns what is unread. */
  begin?: (access: Access) => Promise<string>;
  /** Waits for updates after `position`, null for the first time, for up to `waitSeconds`. */
  poll?: (access: Access, position: string | null, waitSeconds: number) => Promise<Polled>;
  /** Pause between two polls; long polling needs none. */
  pollEveryMs?: number;

  /** Returns the vendor's id of the message, as events name it. */
  send: (access: Access, part: Part) => Promise<string>;
  /** The same outside the window. */
  sendTemplate?: (access: Access, part: TemplatePart) => Promise<string>;
  edit?: (access: Access, message: SentMessage, text: string) => Promise<void>;
  remove?: (access: Access, message: SentMessage) => Promise<void>;
  /** Marks the customer's messages up to this one as read. */
  markSeen?: (access: Access, message: SentMessage) => Promise<void>;
  /**
   * Shown for seconds, or until the next message. `lastMessage`: the vendor's id of the customer's last one, which may be
   * marked as read.
   */
  typing?: (access: Access, target: Target & { lastMessage: string | null }) => Promise<void>;
  stopTyping?: (access: Access, target: Target) => Promise<void>;
  profile?: (access: Access, target: Target) => Promise<Profile>;
  fetchMedia?: (access: Access, ref: string) => Promise<Download>;

  /** A link that brings the code along: to a started conversation, or in its first message. */
  link?: (identity: Identity, code: string) => string | undefined;
}
