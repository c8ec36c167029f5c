import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../data/api.ts';
import { useSampleDataTexts } from '../../locales/pages/sample-data.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import styles from './bar.module.css';

export function SampleNotice() {
  const texts = useSampleDataTexts();
  const [isAsking, setAsking] = useState(false);
  return (
    <aside className={styles.bar} aria-label={texts.title}>
      <IconFlask size={16} stroke={1.75} aria-hidden />
      <span>{texts.present}</span>
      <Button variant="subtle" size="compact-xs" onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        title={texts.removeTitle}
        label={texts.remove}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => api.sampleData.remove()}
        // Everything on the screen has changed.
        onDone={() => location.assign('/app/inbox')}
      >
        {texts.removeLead}
      </ConfirmDialog>
    </aside>
  );
}
