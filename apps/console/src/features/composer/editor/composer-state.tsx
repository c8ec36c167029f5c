import { useTexts } from '../../../locales/locale.tsx';
import { roomLeft, type Sheet, type SheetState } from '../draft/draft.ts';
import { useSheetPart } from '../draft/use-draft.ts';
import styles from './composer-tools.module.css';

/** Why it can't be sent yet, or how much more fits in; mostly nothing. */
export function ComposerState({ sheet }: { sheet: Sheet }) {
  const { composer: texts } = useTexts();
  const left = useSheetPart(sheet, (state) => roomLeft(state[state.mode]));
  const files = useSheetPart(sheet, filesState);
  const isTooLong = left !== undefined && left < 0;
  const words =
    left === undefined ? files && texts.fileStates[files] : isTooLong ? texts.tooMany(-left) : texts.left(left);
  return (
    <span role="status" className={styles.state} data-failed={isTooLong || files === 'failed'}>
      {words}
    </span>
  );
}

function filesState({ mode, attachments, isWaiting }: SheetState) {
  if (mode === 'note') return undefined;
  if (isWaiting) return 'waiting';
  return attachments.some(({ failure }) => failure) ? 'failed' : undefined;
}
