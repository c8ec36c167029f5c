import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMessengerGuidesTexts } from '../../../locales/pages/messenger-guides.ts';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { tokenPages } from '../model/providers.ts';
import styles from './guide.module.css';

/** The steps to a token, and a link to where they start. */
export function Guide({ of }: { of: keyof typeof tokenPages }) {
  const { opensNew } = useMessengersTexts();
  const { steps, place } = useMessengerGuidesTexts()[of];
  return (
    <div>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step} className={styles.step}>
            {step}
          </li>
        ))}
      </ol>
      <Anchor href={tokenPages[of]} target="_blank" rel="noreferrer" className={styles.link ?? ''}>
        {place}
        <IconExternalLink size={16} stroke={1.75} role="img" aria-label={opensNew} />
      </Anchor>
    </div>
  );
}
