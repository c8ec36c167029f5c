/** Where the time comes from. */
export type Clock = () => Temporal.Instant;

export const systemClock: Clock = () => Temporal.Instant.fromEpochMilliseconds(Date.now());

/** What was printed last: a write prints its one moment several times. */
let printed: { time: Temporal.Instant; text: string } | undefined;

/** ISO 8601 with an explicit offset, as every answer prints it. */
export function toIsoString(time: Temporal.Instant) {
  // By way of a Date, which prints itself in a tenth of the time.
  if (printed?.time !== time) {
    printed = { time, text: new Date(time.epochMilliseconds).toISOString().replace('Z', '+00:00') };
  }
  return printed.text;
}
