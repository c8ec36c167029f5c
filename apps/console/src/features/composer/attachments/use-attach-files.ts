import { useTexts } from '../../../locales/locale.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import type { Sheet } from '../draft/draft.ts';

/** Takes files that were chosen, pasted or dropped. A note has none, and what was meant for it must not go to the visitor. */
export function useTakenFiles(sheet: Sheet) {
  const { composer: texts } = useTexts();
  const notify = useNotice();
  return (files: Iterable<File>) => {
    if (sheet.state.mode === 'note') notify({ kind: 'failed', text: texts.noFilesInNotes });
    else sheet.attach(files);
  };
}
