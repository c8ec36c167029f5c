/** Where the time comes from. */
export type Clock = () => Temporal.Instant;

export const systemClock: Clock = () => Temporal.Instant.fromEpochMilliseconds(Date.now());

/** ISO 8601 with an explicit offset, as every answer prints it. */
export function toIsoString(time: Temporal.Instant) {
  // By way of a Date, which prints itself in a tenth of the time.
  return new Date(time.epochMilliseconds).toISOString().replace('Z', '+00:00');
}
