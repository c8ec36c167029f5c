import { SegmentedControl } from '@mantine/core';
import type { WidgetConfig } from '@parley/contract';
import { renderConfig } from '@parley/contract/widget-config';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { configQuery } from '../../../entities/widget/widget-config.ts';
import { WidgetFrame } from '../../../entities/widget/widget-frame.tsx';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { useDraft } from '../model/draft.tsx';
import { accessQuery, renderAll } from '../model/queries.ts';
import styles from './preview.module.css';

const CHOICES = {
  device: ['desktop', 'phone'],
  scheme: ['light', 'dark'],
  presence: ['online', 'offline'],
  visit: ['first', 'return'],
} as const;

/** A narrower preview has room for a phone only. */
const DESKTOP_PX = 516;

type Choice = keyof typeof CHOICES;
type Chosen = { [Name in Choice]: (typeof CHOICES)[Name][number] };

const FIRST: Chosen = { device: 'desktop', scheme: 'light', presence: 'online', visit: 'first' };

/** The real widget with the draft's settings, in a frame that talks to no server. */
export function Preview({ language }: { language: string }) {
  const { preview: texts } = useWidgetTexts();
  const [chosen, setChosen] = useState<Chosen>(FIRST);
  const { ref, isNarrow } = useNarrow(DESKTOP_PX);
  const choices = (Object.keys(CHOICES) as Choice[]).filter((name) => name !== 'device' || !isNarrow);
  const config = useDraftConfig();
  const scene = useMemo(
    () =>
      config && {
        config,
        language,
        isOpen: true,
        isOnline: chosen.presence === 'online',
        isDark: chosen.scheme === 'dark',
        history: chosen.visit === 'return' ? texts.conversation : [],
      },
    [config, chosen, language, texts],
  );

  return (
    <section ref={ref} className={styles.preview} aria-label={texts.title}>
      <div className={styles.choices}>
        {choices.map((name) => (
          <SegmentedControl
            key={name}
            size="xs"
            aria-label={texts.choices[name]}
            value={chosen[name]}
            data={CHOICES[name].map((value) => ({ value, label: texts.values[value] }))}
            onChange={(value) => setChosen({ ...chosen, [name]: value })}
            transitionDuration={120}
          />
        ))}
      </div>
      <div className={styles.stage} data-device={chosen.device}>
        <WidgetFrame title={texts.title} scene={scene} />
      </div>
    </section>
  );
}

function useDraftConfig(): WidgetConfig | undefined {
  const { shown, schema, phrases } = useDraft();
  const { widget, account } = useSession();
  const { data: served } = useQuery(configQuery(widget.button_guid));
  const { data: access } = useQuery(accessQuery);
  return useMemo(() => {
    if (!served || !access) return undefined;
    const settings = renderAll(shown, schema);
    const { office_days: days, ...rendered } = renderConfig(settings);
    return {
      ...served,
      ...rendered,
      quick_phrases: phrases,
      office_hours: days && { timezone: account.timezone, days },
      mail_replies: settings.unseen_reply_mail && access.has_mail_server,
    };
  }, [served, access, shown, schema, phrases, account]);
}
