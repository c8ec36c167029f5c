import { useLocale } from '../../../../locales/locale.tsx';
import { useInvitationResultsTexts } from '../../../../locales/pages/invitation-results.ts';
import { numberFormat } from '../../../../ui/time/formats.ts';

/** How lifts are printed: in percentage points, of a hundred visitors. */
export function useFormatLift() {
  const { locale } = useLocale();
  const texts = useInvitationResultsTexts();
  const format = numberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  // With the width of a plus.
  const signed = (value: number) => format.format(value * 100).replace('-', '−');
  const plain = numberFormat(locale, { maximumFractionDigits: 1 });
  return {
    points: (value: number) => texts.points(signed(value)),
    signed,
    /** Without the sign. */
    size: (value: number) => plain.format(Math.abs(value * 100)),
  };
}
