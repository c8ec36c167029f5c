import { useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { configQuery } from '../../../entities/widget/widget-config.ts';
import { WidgetFrame } from '../../../entities/widget/widget-frame.tsx';
import { useLocale } from '../../../locales/locale.tsx';
import { useAiOperatorsTexts } from '../../../locales/pages/ai-operators.ts';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';
import styles from './header-preview.module.css';
import type { OperatorValues } from './operator-values.ts';

/** Typing restarts the widget in the frame. */
const TYPING_MS = 400;
/** Of one that doesn't exist yet. */
const NEW_ID = 2 ** 31 - 1;

interface HeaderPreviewProps {
  /** Undefined for a new one. */
  operatorId: number | undefined;
  values: OperatorValues;
  language: string | null;
}

/** The widget with this operator, in a language. */
export function HeaderPreview({ operatorId = NEW_ID, values, language }: HeaderPreviewProps) {
  const texts = useAiOperatorsTexts();
  const { locale } = useLocale();
  const isDark = useComputedColorScheme('light') === 'dark';
  const [moment, setMoment] = useState<'before' | 'during'>('during');
  const { data: served } = useQuery(configQuery(useSession().widget.button_guid));
  const shownIn = language ?? locale;
  const full = values.name_i18n[shownIn]?.trim() || values.name.trim() || texts.unnamed;
  // Visitors see the first word of a name.
  const [name] = useDebouncedValue(full.split(/\s+/)[0] ?? full, TYPING_MS);
  const inHeader = values.show_in_header;
  const scene = useMemo(() => {
    if (!served) return undefined;
    const operator = { id: operatorId, type: 'ai' as const, name, names: {}, avatar_url: null, in_header: inHeader };
    const others = served.people.filter(({ id }) => id !== operatorId);
    return {
      config: { ...served, people: [operator, ...others] },
      language: shownIn,
      isOpen: true,
      isOnline: true,
      isDark,
      history: moment === 'during' ? texts.conversation : [],
    };
  }, [served, operatorId, name, inHeader, shownIn, isDark, moment, texts]);
  return (
    <section className={styles.preview} aria-label={texts.preview}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{texts.preview}</h2>
        <SegmentedChoice
          label={texts.moment}
          isLabelHidden
          value={moment}
          options={(['before', 'during'] as const).map((value) => ({ value, label: texts.moments[value] }))}
          onChange={setMoment}
        />
      </div>
      <div className={styles.stage}>
        <WidgetFrame title={texts.preview} scene={scene} />
      </div>
    </section>
  );
}
