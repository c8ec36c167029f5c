import { useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSession } from '../../../../data/session.ts';
import { configQuery } from '../../../../entities/widget/widget-config.ts';
import { WidgetFrame } from '../../../../entities/widget/widget-frame.tsx';
import { useLocale } from '../../../../locales/locale.tsx';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { SegmentedChoice } from '../../../../ui/controls/segmented-choice.tsx';
import type { RuleValues } from '../values/rule-values.ts';
import styles from './rule-preview.module.css';

const TYPING_MS = 150;

interface RulePreviewProps {
  rule: Pick<RuleValues, 'action' | 'text' | 'texts' | 'quick_replies' | 'from'>;
  /** Of the text that is edited; null for the one of all other languages. */
  language: string | null;
}

/** The invitation in the real widget, as visitors see it. */
export function RulePreview({ rule, language }: RulePreviewProps) {
  const texts = useSmartInvitationsTexts();
  const isDarkConsole = useComputedColorScheme('light') === 'dark';
  const [look, setLook] = useState<'light' | 'dark'>();
  const [screen, setScreen] = useState<'desktop' | 'phone'>('desktop');
  const shown = look ?? (isDarkConsole ? 'dark' : 'light');
  const scene = useScene({ rule, language, isDark: shown === 'dark' });
  return (
    <section className={styles.preview} aria-label={texts.preview}>
      <h2 className={styles.heading}>{texts.preview}</h2>
      <div className={styles.choices}>
        <SegmentedChoice
          label={texts.screen}
          isLabelHidden
          value={screen}
          options={(['desktop', 'phone'] as const).map((value) => ({ value, label: texts.screens[value] }))}
          onChange={setScreen}
        />
        <SegmentedChoice
          label={texts.look}
          isLabelHidden
          value={shown}
          options={(['light', 'dark'] as const).map((value) => ({ value, label: texts.looks[value] }))}
          onChange={setLook}
        />
      </div>
      <div
        className={styles.stage}
        data-screen={screen}
        data-corner={scene?.config.desktop.position.endsWith('left') ? 'left' : 'right'}
      >
        <div className={styles.screen}>
          <WidgetFrame title={texts.preview} scene={scene} />
        </div>
      </div>
      {!rule.text.trim() && <p className={styles.hint}>{texts.nothingYet}</p>}
    </section>
  );
}

function useScene({ rule, language, isDark }: RulePreviewProps & { isDark: boolean }) {
  const { locale } = useLocale();
  const { data: served } = useQuery(configQuery(useSession().widget.button_guid));
  const { action, text, texts, quick_replies, from } = rule;
  // Without a language it is the text that those without a translation see.
  const content = JSON.stringify({ text: text || '…', texts: language ? texts : {}, quick_replies, from });
  const [invitation] = useDebouncedValue(content, TYPING_MS);
  return useMemo(
    () =>
      served && {
        config: served,
        language: language ?? locale,
        isOpen: action === 'open',
        isOnline: true,
        isDark,
        history: [],
        invitation: { action, ...(JSON.parse(invitation) as Omit<typeof rule, 'action'>) },
      },
    [served, language, locale, action, isDark, invitation],
  );
}
