import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../data/api.ts';
import { useKnowledgeSiteTexts } from '../../../../locales/pages/knowledge-site.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../../ui/form/confirm-dialog.tsx';
import { type CrawlConfig, crawlerQuery, useRefreshKb } from '../model/kb-queries.ts';

interface StopRunProps {
  config: CrawlConfig;
  onStopped: (config: CrawlConfig) => void;
}

/** The configuration goes with the run; what was read stays. */
function useRemoveCrawler() {
  const queryClient = useQueryClient();
  const refresh = useRefreshKb();
  return async () => {
    await queryClient.cancelQueries({ queryKey: crawlerQuery.queryKey });
    await api.kb.removeCrawler();
    await refresh();
  };
}

export function StopRun({ config, onStopped }: StopRunProps) {
  const texts = useKnowledgeSiteTexts();
  const notify = useNotice();
  const remove = useRemoveCrawler();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {texts.stop}
      </Button>
      <ConfirmDialog
        title={texts.stopQuestion}
        label={texts.stopConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={async () => {
          onStopped(config);
          await remove();
          notify({ kind: 'done', text: texts.stopped });
        }}
      >
        {texts.stopLead}
      </ConfirmDialog>
    </>
  );
}

export function ForgetSite({
  config,
  onForgotten,
}: {
  config: CrawlConfig;
  onForgotten: (config: CrawlConfig) => void;
}) {
  const texts = useKnowledgeSiteTexts();
  const notify = useNotice();
  const remove = useRemoveCrawler();
  const [isAsking, setAsking] = useState(false);
  if (config.schedule === 'off') return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.unschedule}
      </Button>
      <ConfirmDialog
        title={texts.unscheduleQuestion}
        label={texts.unscheduleConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={async () => {
          onForgotten({ ...config, schedule: 'off' });
          await remove();
          notify({ kind: 'done', text: texts.unscheduled });
        }}
      >
        {texts.unscheduleLead}
      </ConfirmDialog>
    </>
  );
}
