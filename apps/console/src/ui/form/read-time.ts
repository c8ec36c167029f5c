const TIME = /^(\d{1,2})(?:[:.\s-]?(\d{2}))?$/;

/** A time as people type it, like 9, 930 or 18.30, as 09:00. 24:00 is the end of the day. Undefined if it is none. */
export function readTime(text: string) {
  const [, hours, minutes = '00'] = TIME.exec(text.trim()) ?? [];
  if (hours === undefined) return undefined;
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(time) ? time : undefined;
}
