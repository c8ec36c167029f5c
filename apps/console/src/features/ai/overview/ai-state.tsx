import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import styles from './ai-state.module.css';
import { AlertsCard } from './alerts-card.tsx';
import type { Configuration } from './configuration.ts';
import { SettingsForm } from './settings-form.tsx';
import { StateCard } from './state-card.tsx';
import { TodayCard } from './today-card.tsx';

/** Whether the AI answers, what it uses today, what is wrong, and its settings. */
export function AiState(configuration: Configuration) {
  const texts = useAiTexts();
  const { settings } = configuration;
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {settings.legacy_persona.present && <LegacyPersona />}
      <StateCard {...configuration} />
      <div className={styles.cards}>
        <TodayCard settings={settings} />
        <AlertsCard />
      </div>
      <SettingsForm settings={settings} />
    </>
  );
}

/** Offers an assistant with the persona of the platform before. */
function LegacyPersona() {
  const texts = useAiTexts();
  const notify = useNotice();
  const explain = useExplain();
  const refresh = useRefreshAi();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.aiSettings.migrate(),
    onSuccess: ({ assistant }) => {
      if (assistant) notify({ kind: 'done', text: texts.migrated(assistant.name) });
      return refresh();
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return (
    <div className={styles.legacy}>
      <span>{texts.legacy}</span>
      <Button variant="default" size="xs" aria-busy={isPending} onClick={() => isPending || mutate()}>
        {texts.migrate}
      </Button>
    </div>
  );
}
