import { Button } from '@mantine/core';
import { useState } from 'react';
import { askPermission } from '../../data/push/push.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../locales/locale.tsx';
import styles from './allow-bar.module.css';

const ASKED_KEY = 'parley-asked-to-notify';

/** Asks for permission once in each browser that has not decided yet. */
export function AllowBar() {
  const { notifications: texts } = useTexts();
  const { browser, push } = useSession().agent.notifications;
  const [isShown, setShown] = useState(isUndecided);
  const close = () => {
    setShown(false);
    storeAsked();
  };
  const allow = () => {
    close();
    void askPermission({ push });
  };
  if (!isShown || !(browser || push)) return null;
  return (
    <section className={styles.bar} aria-label={texts.offerLabel}>
      {texts.offer}
      <Button variant="subtle" size="compact-sm" onClick={allow}>
        {texts.allow}
      </Button>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={close}>
        {texts.later}
      </Button>
    </section>
  );
}

function isUndecided() {
  if (!('Notification' in window) || Notification.permission !== 'default') return false;
  try {
    return localStorage.getItem(ASKED_KEY) === null;
  } catch {
    return false;
  }
}

function storeAsked() {
  try {
    localStorage.setItem(ASKED_KEY, '1');
  } catch {}
}
