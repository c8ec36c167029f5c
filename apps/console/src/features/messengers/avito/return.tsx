import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useMessengerAccountsTexts } from '../../../locales/pages/messenger-accounts.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import type { Cabinet } from '../model/messenger-queries.ts';
import type { MessengersSearch } from '../model/messengers-search.ts';
import styles from './avito.module.css';

/** How the visit to Avito's page ended. The page has just loaded, so the words take the focus. */
export function Return({ search: { cabinet, error }, cabinets }: { search: MessengersSearch; cabinets: Cabinet[] }) {
  const texts = useMessengerAccountsTexts();
  const place = useRef<HTMLDivElement>(null);
  const errors: Record<string, string> = texts.errors;
  const connected = cabinets.find(({ id }) => id === cabinet);
  const hasReturned = Boolean(connected || error);
  useEffect(() => {
    if (hasReturned) place.current?.focus();
  }, [hasReturned]);
  if (!hasReturned) return null;
  return (
    <div ref={place} tabIndex={-1} className={styles.returned}>
      {error ? (
        <FormFailure>{errors[error] ?? texts.errors.other}</FormFailure>
      ) : (
        <div className={styles.connected}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
          {connected?.status === 'enabled' ? texts.cabinetConnected : texts.cabinetConnectedOff}
        </div>
      )}
    </div>
  );
}
