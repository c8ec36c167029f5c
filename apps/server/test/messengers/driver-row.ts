import type { Access } from '../../src/modules/messengers/drivers/access.ts';
import type { HookState, Vendor } from '../../src/modules/messengers/drivers/driver.ts';
import type { Person } from '../../src/modules/messengers/drivers/events.ts';
import type { HostedDriver } from './driver-host.ts';
import type { FakeVendor, Sent } from './fake-vendor.ts';

export type Name = Exclude<Vendor, 'wa'> | 'wa-cloud' | 'wa-twilio';

export type Signing = Pick<HostedDriver, 'access' | 'hook'>;

/** What one driver and the fake of its vendor have. A member that is missing is one that the vendor lacks. */
export interface Row {
  start: () => Promise<FakeVendor>;
  /** Members that not every driver has. */
  has: string;
  /** What most vendors have: whether our hook is there, when a message was written, captions. */
  lacks?: 'check' | 'time' | 'captions';
  /** Id, name and user name of the account, and its link. */
  identity?: (access: Access) => [id: unknown, name: string | null, username: unknown, link: unknown];
  /** What connecting stores, and how often the vendor asks the hook meanwhile. */
  state?: object;
  asks?: number;
  /** What `check` says of a hook beside which somebody else has set one. */
  taken?: HookState | { heldBy: string };
  /** The vendor's words for a token that it does not know. */
  unknownToken: string;
  person: Person;
  /** Default: the id of the person. */
  conversation?: unknown;
  /** Default: the vendor's id. */
  messageId?: (id: string, access: Access) => string;
  /** Events have ids of their own, not those of messages. */
  hasEventIds?: true;
  page?: unknown;
  profile?: object;
  /** What customers send besides text: names of files, `coords`, and kinds that we cannot show. */
  receives: Partial<Record<keyof typeof WRITTEN, string>>;
  /** Of which files the vendor tells the size. */
  sizes?: string;
  /** What a link with a code ends with, here or without a name, and the event that the code comes with. */
  code?: { link: string; bare?: string; event: (id: string) => object };
  /** What customers do besides writing, and the events that it becomes. */
  tells: Partial<Record<Deed, (told: Told) => object[]>>;
  /** What a message to somebody who has blocked us ends with. */
  blocked?: 'recipient_blocked' | 'recipient_unknown';
  answer?: string;
  /** Updates are forms, and no JSON. */
  isForm?: true;
  /** The member of an update that proves whom it is from, and how the vendor makes it if it is over the body. */
  proof?: string;
  sign?: (body: string, hosted: Signing) => string;
  /** Changes after which the update of a message is none for us. */
  drops: Record<string, Record<string, unknown>>;
  /** What `**bold** and *italic*` is sent as. Default: plain text. */
  markup?: string;
  /** What files of ours are to the customer. */
  sends: Partial<Record<keyof typeof FILES, Sent['kind']>>;
  /** The vendor's code for each of `FATES`; `-`: it has no such answer. */
  codes: string;
  /** Default: the connection, for as long as the vendor says. */
  wait?: object;
}

const fileOf = (name: string, type: string) => ({ name, type, bytes: Buffer.from(`the bytes of ${name}`) });
export const FILES = {
  picture: fileOf('cat.png', 'image/png'),
  gif: fileOf('cat.gif', 'image/gif'),
  webp: fileOf('cat.webp', 'image/webp'),
  file: fileOf('bill.pdf', 'application/pdf'),
};
export const PLACE = { coords: { lat: 1.5, lng: 2.5 } };
export const CODE = 'a-code_of-16chars';
export const WRITTEN = {
  text: { text: 'Hello & good day' },
  picture: { file: FILES.picture, text: 'My cat' },
  file: { file: { ...FILES.file, name: 'The bill.pdf' } },
  audio: { file: fileOf('audio', 'audio/ogg') },
  video: { file: fileOf('video', 'video/mp4') },
  place: PLACE,
  unknown: { isUnknown: true as const },
};

/** What customers can do besides writing. */
export type Deed = 'edit' | 'erase' | 'receive' | 'read' | 'fail' | 'block' | 'allow' | 'start' | 'typeElsewhere';

/** A message of Ann's, and two of ours. */
export interface Told {
  conversation: string;
  messageId: string;
  sent: string[];
  since: number;
}
