const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** A size in a readable unit: 1.4 MB. */
export function fileSize(bytes: number, locale: string) {
  let size = bytes;
  let unit = 0;
  // Rounded first: 1,023.9 kilobytes are one megabyte.
  while (Math.round(size) >= 1_024 && unit < UNITS.length - 1) {
    size /= 1_024;
    unit++;
  }
  const maximumFractionDigits = unit > 0 && size < 9.95 ? 1 : 0;
  const options = {
    style: 'unit',
    unit: UNITS[unit],
    unitDisplay: unit ? 'short' : 'long',
    maximumFractionDigits,
  } as const;
  return new Intl.NumberFormat(locale, options).format(size);
}
