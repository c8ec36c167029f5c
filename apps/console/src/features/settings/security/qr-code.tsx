import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** The quiet zone that scanners need, in modules. */
const BORDER = 4;

/** Always dark on white, whatever the theme: many scanners can't read it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { border: BORDER }), [text]);
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={styles.code}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
