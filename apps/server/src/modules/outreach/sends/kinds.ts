import type { OnsiteCounts, SendCounts } from '@parley/contract';
import type { InWidget, Read, WidgetContext, WidgetWork } from '../../../kernel/data/context.ts';
import type { Services } from '../../../kernel/module.ts';
import type { Send, SendKind } from './store.ts';

type Counted = Pick<Send, 'id' | 'status'>;

type Draft = Pick<Send, 'channel' | 'settings'>;

/** Recipients who are claimed until the write ends. */
export interface Claimed {
  /** Of the recipient. */
  id: number;
  contact_id: number;
  attempts: number;
  chat_id: number | null;
  /** Stored before the send was paused. */
  message_id: number | null;
}

/** What became of a claimed recipient; `handed`: it is on its way. */
type Outcome = 'sent' | 'handed' | 'skipped';

export interface HandedOver {
  outcomes: Outcome[];
  /** Goes over the network after the commit, and records what came of it. */
  deliver?: () => Promise<void>;
}

/** How a send reaches its recipients. */
interface Dispatch {
  /** Fixes up to `limit` more recipients, and returns the last contact of a full batch. */
  freeze: (ctx: WidgetWork, send: Send, limit: number) => Promise<number | undefined>;
  /** Milliseconds between two messages where the other side limits them. */
  everyMs: (send: Pick<Send, 'channel'>) => number | null;
  /** How many may be on their way at once. */
  inFlight: number;
  /** Sends to claimed recipients in the write that holds them, or hands them to a queue or to what follows the commit. */
  handOver: (ctx: WidgetWork, send: Send, claimed: Claimed[], services: Services) => Promise<HandedOver>;
  /** Settles recipients to whom nothing is on its way any longer. */
  settleLost: (ctx: WidgetWork, sendId: number) => Promise<void>;
}

/** What differs between broadcasts and the types of campaigns. */
export interface KindOfSend<Counts extends SendCounts | OnsiteCounts = SendCounts | OnsiteCounts> {
  name: SendKind;
  /** Adds defaults below merged settings. */
  complete?: (settings: Send['settings']) => Send['settings'];
  /** Throws a 422 for settings that can't be stored. */
  checkSettings: (ctx: WidgetContext, draft: Draft) => Promise<void>;
  /** Throws a 422 for what is missing at the start. */
  checkComplete: (ctx: InWidget<Read>, draft: Draft) => void;
  /** Throws a 409 while nothing can be sent. */
  checkReady: (ctx: InWidget<Read>, draft: Pick<Send, 'channel'>) => Promise<void>;
  /** When it starts, if not at once, and when it ends by itself. */
  periodOf: (draft: Draft) => { from: string | undefined; to?: string | undefined };
  /** Whether a scheduled one may be finished, rather than cancelled. */
  canFinishScheduled: boolean;
  countBySend: (ctx: InWidget<Read>, sends: Counted[]) => Promise<(id: number) => Counts>;
  /** Called in the write of every change of its status. */
  followStatus?: (ctx: WidgetWork, send: Send) => Promise<void>;
  /** Called in the write that deletes it. */
  followRemoval?: (ctx: WidgetWork, send: Send) => Promise<void>;
  /** Throws a 422 while nobody would be sent to. */
  checkReachable?: (ctx: InWidget<Read>, draft: Draft) => Promise<void>;
  /** Undefined without recipients. */
  dispatch?: Dispatch;
}
