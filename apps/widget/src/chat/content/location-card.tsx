import { placeOf } from '@parley/content';
import { useTexts } from '../ui/texts.ts';

/** Coordinates and a link to a map. The drawing is generic, so that no map server learns the location. */
export function LocationCard(coords: { lat: number; lng: number }) {
  const texts = useTexts();
  const { address, numbers } = placeOf(coords);
  return (
    <a class="place" href={address} target="_blank" rel="noopener noreferrer" title={texts.content.openMap}>
      <svg viewBox="0 0 240 112" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path fill="#e9eef0" d="M0 0h240v112H0z" />
        <path fill="#c8e6c4" d="M22 0h52l-8 34-50 6zM150 74l40-8 22 46h-58z" />
        <path fill="#b3dcf2" d="M0 78q44-16 74 4t44 30H0z" />
        <g fill="none" stroke="#fff">
          <path stroke-width="7" d="M-4 52L244 22M92-4l22 120M-4 96L60 40 74-4M168-4l22 120M116 82l124-22" />
          <path stroke-width="3" d="M40 44l10-52M130 34l-6-40M204-4l14 120M102 54l140-18M140 80l8 40M0 24l80-8" />
        </g>
        <ellipse cx="120" cy="78" rx="9" ry="3" opacity=".25" />
        <g fill="#d92d20" stroke="#fff">
          <path stroke-width="2" d="M120 78c-4-10-18-18-18-32a18 18 0 0 1 36 0c0 14-14 22-18 32z" />
          <path stroke-width="14" stroke-linecap="round" d="M120 46h0" />
        </g>
      </svg>
      <span class="place-text">
        {texts.content.location}
        <small>
          <bdi>{numbers}</bdi>
        </small>
      </span>
    </a>
  );
}
