/** Names that the browser knows, and the current one, which may be an alias. */
export function listZones(current: string) {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].sort();
}

/** "Europe/Moscow (GMT+3)", so that a search finds it by either. */
export function describeZone(zone: string) {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts();
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return `${zone.replaceAll('_', ' ')} (${offset})`;
}
