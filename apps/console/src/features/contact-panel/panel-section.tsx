import { Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { Texts } from '../../locales/en.ts';
import { useTexts } from '../../locales/locale.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import styles from './panel-section.module.css';
import { useFolded } from './use-folded.ts';

interface PanelSectionProps {
  name: keyof Texts['panel']['sections'];
  children: ReactNode;
}

/** A collapsible section. Collapsed content is not rendered and sends no requests. */
export function PanelSection({ name, children }: PanelSectionProps) {
  const { panel } = useTexts();
  const id = useId();
  const { isFolded, toggle } = useFolded(name);
  return (
    <section className={styles.section}>
      <Title order={3}>
        <UnstyledButton className={styles.heading} aria-expanded={!isFolded} aria-controls={id} onClick={toggle}>
          {panel.sections[name]}
          <IconChevronDown size={16} stroke={1.75} aria-hidden className={styles.chevron} />
        </UnstyledButton>
      </Title>
      <div id={id} hidden={isFolded}>
        {!isFolded && <ErrorBoundary>{children}</ErrorBoundary>}
      </div>
    </section>
  );
}
