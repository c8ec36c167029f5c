import { api } from '../../../../data/api.ts';
import { useSourceName } from '../../../../entities/chat/ai/source-names.ts';
import { useKnowledgeRulesTexts } from '../../../../locales/pages/knowledge-rules.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../../ui/form/confirm-dialog.tsx';
import { useAmounts } from '../../model/money.ts';
import { type Source, useRefreshKb } from '../model/kb-queries.ts';
import { uploadIdOf } from '../model/sources.ts';

interface RemoveSourceProps {
  source: Source;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before all rules of a source are deleted. Of a file nothing is left. */
export function RemoveSource({ source, isOpen, onClose }: RemoveSourceProps) {
  const { sources: texts } = useKnowledgeRulesTexts();
  const nameOf = useSourceName();
  const notify = useNotice();
  const refresh = useRefreshKb();
  const { count } = useAmounts();
  const uploadId = uploadIdOf(source.source);
  const send = async () => {
    if (uploadId !== undefined) {
      await api.kb.removeUpload({ params: { id: uploadId } });
      return notify({ kind: 'done', text: texts.fileDeleted });
    }
    const { deleted } = await api.kb.removeSource({ query: { source: source.source } });
    notify({ kind: 'done', text: texts.deleted(count(deleted), deleted) });
  };
  return (
    <ConfirmDialog
      title={texts.deleteQuestion(nameOf(source))}
      label={texts.deleteConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={send}
      onDone={() => void refresh()}
    >
      {texts.deleteLead(count(source.chunk_count), source.chunk_count)}{' '}
      {source.source_is_managed && texts.deleteManagedLead}
      {uploadId !== undefined && texts.deleteFileLead}
    </ConfirmDialog>
  );
}
