import { useLocale } from '../../../../locales/locale.tsx';
import { numberFormat } from '../../../../ui/time/formats.ts';

/** How ranks and likenesses are printed in the current language. */
export function useFigures() {
  const { locale } = useLocale();
  return {
    count: (value: number) => numberFormat(locale, {}).format(value),
    rank: (value: number) => numberFormat(locale, {}).format(value),
    percent: (value: number) => numberFormat(locale, { style: 'percent' }).format(value),
    decimal: (value: number) =>
      numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value),
  };
}
