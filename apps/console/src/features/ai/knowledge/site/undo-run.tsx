import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../data/api.ts';
import { useKbFailure } from '../../../../entities/knowledge/use-kb-failure.ts';
import { useKnowledgeSiteTexts } from '../../../../locales/pages/knowledge-site.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../../ui/form/confirm-dialog.tsx';
import { useAmounts } from '../../model/money.ts';
import { type CrawlRun, crawlerQuery, useRefreshKb } from '../model/kb-queries.ts';
import { hasChanges } from './run-changes.tsx';

/** Takes back what a run changed, after a question. */
export function UndoRun({ run }: { run: CrawlRun }) {
  const texts = useKnowledgeSiteTexts();
  const queryClient = useQueryClient();
  const notify = useNotice();
  const refresh = useRefreshKb();
  const toFailure = useKbFailure();
  const { count } = useAmounts();
  const [isAsking, setAsking] = useState(false);
  const { created, updated, removed } = run.rules;
  if (!hasChanges(run)) return null;
  const undo = async () => {
    queryClient.setQueryData(crawlerQuery.queryKey, await api.kb.undoCrawl());
    notify({ kind: 'done', text: texts.undone });
    void refresh();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {texts.undo}
      </Button>
      <ConfirmDialog
        title={texts.undoQuestion}
        label={texts.undoConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={undo}
        toFailure={toFailure}
      >
        {texts.undoLead(count(created), count(updated), count(removed))}
      </ConfirmDialog>
    </>
  );
}
