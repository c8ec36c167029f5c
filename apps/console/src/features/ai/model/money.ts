import { useLocale } from '../../../locales/locale.tsx';
import { numberFormat } from '../../../ui/time/formats.ts';

/** Costs are in millionths of a US dollar. */
const MICRO = 1_000_000;

export const toDollars = (micro: number) => micro / MICRO;
export const toMicro = (dollars: number) => Math.round(dollars * MICRO);

/** How counts and costs are printed in the current language. */
export function useAmounts() {
  const { locale } = useLocale();
  return {
    count: (value: number) => numberFormat(locale, {}).format(value),
    /** Less than a cent has more digits. */
    cost: (micro: number) =>
      numberFormat(locale, {
        style: 'currency',
        currency: 'USD',
        maximumFractionDigits: micro > 0 && micro < MICRO / 100 ? 4 : 2,
      }).format(toDollars(micro)),
  };
}
