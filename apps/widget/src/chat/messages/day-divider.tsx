import { useTexts } from '../ui/texts.ts';

const DAY_MS = 86_400_000;

export function DayDivider({ at }: { at: number }) {
  const texts = useTexts();
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - at) / DAY_MS);
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  const date = new Intl.DateTimeFormat(texts.locale, {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' as const }),
  });
  const label = days === 0 ? texts.today : days === 1 ? texts.yesterday : date.format(at);
  return <p class="day">{label}</p>;
}
