import type { Locale } from '../../locales/locale.tsx';

export const dateFormat = once(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const numberFormat = once((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
export const ageFormat = once(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** Cached: creating a formatter takes forty times as long as using it. */
function once<Options, Format>(make: (locale: Locale, options: Options) => Format) {
  const made = new Map<string, Format>();
  return (locale: Locale, options: Options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = made.get(key) ?? make(locale, options);
    made.set(key, format);
    return format;
  };
}
