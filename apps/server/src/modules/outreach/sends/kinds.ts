import type { InWidget, Read, WidgetContext, WidgetWork } from '../../../kernel/data/context.ts';
import type { Send, SendKind } from './store.ts';

type Draft = Pick<Send, 'channel' | 'settings'>;

/** Recipients who are claimed until the write ends. */
export interface Claimed {
  /** Of the recipient. */
  id: number;
  contact_id: number;
  attempts: number;
}

/** What became of a claimed recipient; `handed`: it is on its way. */
type Outcome = 'sent' | 'handed' | 'skipped';

/** What differs between broadcasts and campaigns. */
export interface KindOfSend {
  name: SendKind;
  /** Throws a 422 for settings that can't be stored. */
  checkSettings: (ctx: WidgetContext, draft: Draft) => Promise<void>;
  /** Throws a 422 for what is missing at the start. */
  checkComplete: (draft: Draft) => void;
  /** Throws a 409 while nothing can be sent. */
  checkReady: (ctx: InWidget<Read>, draft: Pick<Send, 'channel'>) => Promise<void>;
  /** Throws a 422 while nobody would be sent to. */
  checkReachable: (ctx: InWidget<Read>, draft: Draft) => Promise<void>;
  /** Fixes up to `limit` more recipients, and returns the last contact of a full batch. */
  freeze: (ctx: WidgetWork, send: Send, limit: number) => Promise<number | undefined>;
  /** Milliseconds between two messages where the other side limits them. */
  everyMs: (send: Pick<Send, 'channel'>) => number | null;
  /** How many may be on their way at once. */
  inFlight: number | null;
  /** Sends to claimed recipients in the write that holds them, or hands them to a queue. */
  handOver: (ctx: WidgetWork, send: Send, claimed: Claimed[]) => Promise<Outcome[]>;
}
