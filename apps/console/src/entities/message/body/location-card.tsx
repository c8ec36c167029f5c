import { placeOf } from '@parley/content';
import { IconExternalLink, IconMapPin } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import card from '../files/card.module.css';
import styles from './location-card.module.css';

/** Coordinates with a link to a map. Nothing is sent to the map service before the click. */
export function LocationCard(coords: { lat: number; lng: number }) {
  const { content } = useTexts();
  const { address, numbers } = placeOf(coords);
  return (
    <a
      className={`${card.card} ${styles.place}`}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      title={content.openMap}
    >
      <span className={styles.pin}>
        <IconMapPin size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={styles.words}>
        {content.location}
        <small className={styles.numbers}>
          <bdi>{numbers}</bdi>
        </small>
      </span>
      <IconExternalLink size={18} stroke={1.75} aria-hidden className={styles.leave} />
    </a>
  );
}
