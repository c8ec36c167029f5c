import { useTexts } from '../../../locales/locale.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import type { Draft } from '../draft/draft.ts';

/** Attaches files. Refused in note mode: they would be sent to the visitor. */
export function useAttachFiles(draft: Draft) {
  const { composer: texts } = useTexts();
  const notify = useNotice();
  return (files: Iterable<File>) => {
    if (draft.state.mode === 'note') notify({ kind: 'failed', text: texts.noFilesInNotes });
    else draft.attach(files);
  };
}
