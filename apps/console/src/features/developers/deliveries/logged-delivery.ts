/** One request of a delivery. */
export interface LoggedAttempt {
  at: string;
  status: number | null;
  duration_ms: number;
  error: string | null;
  answer: string | null;
  headers?: Record<string, string>;
}

/** A delivery of a webhook or of a channel, as the log shows it. */
export interface LoggedDelivery {
  id: string;
  status: 'pending' | 'delivered' | 'failed' | 'skipped';
  /** The event, or the chat of a reply. */
  title: string;
  payload: object | null;
  attempts: LoggedAttempt[];
  next_attempt_at: string | null;
  created_at: string;
  isRedeliverable: boolean;
  /** The delivery that it repeats, and those that repeat it. */
  repeats?: string | null;
  repeatedAs?: string[];
}

export const statuses = ['delivered', 'pending', 'failed', 'skipped'] as const;

/** While something is on its way. */
const SOON_MS = 2_000;
const LATER_MS = 15_000;

/** How soon the log is read again. */
export function pollingOf(deliveries: Pick<LoggedDelivery, 'status' | 'attempts'>[]) {
  const isSoon = deliveries.some(({ status, attempts }) => status === 'pending' && attempts.length === 0);
  return isSoon ? SOON_MS : LATER_MS;
}
