import type { ProblemBody } from '@parley/contract';

/** Why a call was not done. */
export type LiveProblem = ProblemBody & {
  /** Seconds to wait before the same again. */
  retry_after?: number;
};

/** What a call is answered with. */
export type Answer<T> = { data: T; problem?: undefined } | { problem: LiveProblem; data?: undefined };

const PASSING = ['rate_limited', 'unavailable', 'internal_error'];

/** Whether the same may succeed a little later. */
export const isPassing = ({ reason }: { reason: string }) => PASSING.includes(reason);

export const pauseAfter = ({ retry_after = 0 }: { retry_after?: number }, otherwiseMs: number) =>
  retry_after * 1_000 || otherwiseMs;
