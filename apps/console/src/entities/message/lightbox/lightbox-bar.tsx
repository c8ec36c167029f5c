import { type Icon, IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './lightbox-bar.module.css';

interface LightboxBarProps {
  name: string;
  url: string | null;
  /** Zero-based. */
  at: number;
  count: number;
  onStep: (steps: number) => void;
  onClose: () => void;
}

export function LightboxBar({ name, url, at, count, onStep, onClose }: LightboxBarProps) {
  const { content } = useTexts();
  return (
    <div className={styles.bar}>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {count > 1 && (
        <>
          <BarButton
            label={content.previousPicture}
            icon={IconChevronLeft}
            isOff={at <= 0}
            onClick={() => onStep(-1)}
          />
          <output className={styles.place}>{content.pictureOf(at + 1, count)}</output>
          <BarButton
            label={content.nextPicture}
            icon={IconChevronRight}
            isOff={at >= count - 1}
            onClick={() => onStep(1)}
          />
        </>
      )}
      {url && (
        <a
          className={styles.button}
          title={content.download}
          aria-label={`${content.download}: ${name}`}
          href={url}
          download={name}
          target="_blank"
          rel="noopener noreferrer"
        >
          <IconDownload size={20} stroke={1.75} aria-hidden />
        </a>
      )}
      <BarButton label={content.closePicture} icon={IconX} onClick={onClose} />
    </div>
  );
}

interface BarButtonProps {
  label: string;
  icon: Icon;
  /** Disabled by `aria-disabled`, so it keeps the focus. */
  isOff?: boolean;
  onClick: () => void;
}

function BarButton({ label, icon: Sign, isOff = false, onClick }: BarButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      title={label}
      aria-label={label}
      aria-disabled={isOff}
      onClick={onClick}
    >
      <Sign size={20} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
    </button>
  );
}
