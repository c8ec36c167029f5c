import { useTexts } from '../../locales/locale.tsx';

/** The product's mark: two overlapping speech shapes. Drawn as in packages/html/assets/mark.svg, lighter on dark ground. */
export function Logo({ size }: { size: number }) {
  const texts = useTexts();
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} role="img" aria-label={texts.product}>
      <path
        fill="var(--parley-mark-back)"
        d="M19 5h16a9 9 0 0 1 9 9v9a9 9 0 0 1-4 7.5V37l-6.5-5H19a9 9 0 0 1-9-9v-9a9 9 0 0 1 9-9Z"
      />
      <path
        fill="var(--parley-mark-front)"
        d="M13 14h15a9 9 0 0 1 9 9v7a9 9 0 0 1-9 9H16.5L9 44v-6.7A9 9 0 0 1 4 30v-7a9 9 0 0 1 9-9Z"
      />
      <g fill="#fff">
        <circle cx="13.5" cy="26.5" r="2.3" />
        <circle cx="20.5" cy="26.5" r="2.3" />
        <circle cx="27.5" cy="26.5" r="2.3" />
      </g>
    </svg>
  );
}
