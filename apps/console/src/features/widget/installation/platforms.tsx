import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { CopyableCode } from '../../../ui/controls/copyable-code.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import styles from './installation.module.css';

const PLATFORMS = ['html', 'wordpress', 'tilda', 'shopify', 'gtm'] as const;

/** Steps for each way to build a site. */
export function Platforms({ tag }: { tag: string }) {
  const { platforms: texts, install } = useWidgetTexts();
  const { ref, isNarrow } = useNarrow(480);
  const [chosen, setChosen] = useState<(typeof PLATFORMS)[number]>('html');
  const steps = texts[chosen].steps;
  return (
    <div ref={ref}>
      <SegmentedControl
        fullWidth
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        aria-label={install.steps}
        value={chosen}
        data={PLATFORMS.map((value) => ({ value, label: texts[value].name }))}
        onChange={(value) => setChosen(value as typeof chosen)}
        transitionDuration={120}
      />
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {chosen === 'gtm' && <CopyableCode label={install.code}>{tag.replace(' async', '')}</CopyableCode>}
    </div>
  );
}
