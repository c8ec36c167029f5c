/** Where the time comes from. */
export type Clock = () => Temporal.Instant;

export const systemClock: Clock = () => Temporal.Instant.fromEpochMilliseconds(Date.now());

/** The last result: a write prints the same time several times, and a busy server many times in a millisecond. */
let printed = { ms: Number.NaN, text: '' };

/** ISO 8601 with an explicit offset, as in every response. */
export function toIsoString(time: Temporal.Instant) {
  const ms = time.epochMilliseconds;
  // A Date formats ten times as fast.
  if (printed.ms !== ms) printed = { ms, text: new Date(ms).toISOString().replace('Z', '+00:00') };
  return printed.text;
}
