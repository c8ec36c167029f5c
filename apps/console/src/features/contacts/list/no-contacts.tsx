import { Button, Group, Text } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './no-contacts.module.css';

interface NoContactsProps {
  /** A filter is set, so there may be contacts that do not match. */
  isFiltered: boolean;
  onClear: () => void;
}

export function NoContacts({ isFiltered, onClear }: NoContactsProps) {
  const { contacts: texts } = useTexts();
  if (isFiltered) {
    return (
      <Empty text={texts.nobodyFits}>
        <Button variant="default" onClick={onClear}>
          {texts.showAll}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty text={texts.empty}>
      <Button renderRoot={(props) => <Link to="/settings/import" {...props} />}>{texts.import}</Button>
    </Empty>
  );
}

function Empty({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <IconAddressBook size={32} stroke={1.5} aria-hidden className={styles.icon} />
      <Text c="dimmed" className={styles.text}>
        {text}
      </Text>
      <Group gap="xs">{children}</Group>
    </div>
  );
}
