import type { DeliveryReason } from '@parley/contract';

/** A person who writes through a messenger, as far as its vendor tells. */
export interface Person {
  /** The vendor's id. */
  id: string;
  name?: string;
  phone?: string;
  /** A language code. */
  locale?: string;
}

/** A file that a customer sent, which `fetchMedia` finds. */
export interface MediaRef {
  /** For the driver alone; no secret. */
  ref: string;
  isImage: boolean;
  name?: string;
  size?: number;
}

/** What a message contains. One with a single file and a text is a file with a caption. */
export interface Content {
  text?: string;
  files?: MediaRef[];
  coords?: { lat: number; lng: number };
  /** The vendor's name of something that we cannot show, such as `poll`. */
  unknown?: string;
}

interface Common {
  /** The vendor's id of the event, unique within the connection: a repeated event is dropped. */
  id: string;
  /** The vendor's id of the conversation: its events are processed in order. */
  conversation: string;
  /** When it happened, in milliseconds, if the vendor says. */
  at?: number;
}

/** What an update of a vendor says, in one vocabulary. */
export type VendorEvent = Common &
  (
    | {
        kind: 'message';
        /** Where `isPersonUnknown`, its id stands for the conversation. */
        person: Person;
        /** The update does not say who the customer is: `profile` does. */
        isPersonUnknown?: true;
        /** The vendor's id of the message, unique within the connection. */
        messageId: string;
        content: Content;
        /** The code of the link that led the person here. */
        code?: string;
        /** The page that the conversation is about, such as an advertisement. */
        page?: string;
      }
    /** Somebody wrote to the customer in the vendor's own app. */
    | { kind: 'typed-elsewhere'; person: Person; messageId: string; content: Content }
    /** Without text, a file has lost its caption. */
    | { kind: 'edited'; messageId: string; text: string | null }
    | { kind: 'removed'; messageIds: string[] }
    /** Our messages: by id, all up to one of them, or all up to a time in milliseconds. */
    | { kind: 'delivered' | 'read'; messageIds?: string[]; upToId?: string; upToTime?: number }
    | { kind: 'failed'; messageId: string; reason: DeliveryReason; code: string | null; detail: string | null }
    /** The person forbade or allowed messages. */
    | { kind: 'blocked' | 'allowed'; person: Person }
    /** The person opened the conversation without writing, perhaps by a link with a code. */
    | { kind: 'started'; person: Person; code?: string }
  );

export type MessageEvent = Extract<VendorEvent, { kind: 'message' | 'typed-elsewhere' }>;
