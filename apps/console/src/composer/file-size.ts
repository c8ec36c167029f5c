const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;
const STEP = 1_024;

/** "1.4 MB", in the reader's language. */
export function sizeInWords(bytes: number, locale: string) {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP)));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power === UNITS.length - 1 ? 1 : 0,
  }).format(bytes / STEP ** power);
}
