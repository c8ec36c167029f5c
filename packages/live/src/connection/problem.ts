import type { ProblemBody } from '@parley/contract';

/** Why a call failed. */
export type LiveProblem = ProblemBody & {
  /** Seconds to wait before a retry. */
  retry_after?: number;
};

export type CallResult<T> = { data: T; problem?: undefined } | { problem: LiveProblem; data?: undefined };

const TRANSIENT = ['rate_limited', 'unavailable', 'internal_error'];

/** Whether a retry may succeed. */
export const isTransient = ({ reason }: { reason: string }) => TRANSIENT.includes(reason);

export const retryDelay = ({ retry_after = 0 }: { retry_after?: number }, defaultMs: number) =>
  retry_after * 1_000 || defaultMs;
