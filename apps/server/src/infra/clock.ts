/** Where the time comes from. */
export type Clock = () => Temporal.Instant;

export const systemClock: Clock = () => Temporal.Instant.fromEpochMilliseconds(Date.now());

/** The last result, since a write prints the same time several times. */
let printed: { time: Temporal.Instant; text: string } | undefined;

/** ISO 8601 with an explicit offset, as in every response. */
export function toIsoString(time: Temporal.Instant) {
  // A Date formats ten times as fast.
  if (printed?.time !== time) {
    printed = { time, text: new Date(time.epochMilliseconds).toISOString().replace('Z', '+00:00') };
  }
  return printed.text;
}
