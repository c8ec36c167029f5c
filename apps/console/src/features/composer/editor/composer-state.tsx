import { useTexts } from '../../../locales/locale.tsx';
import { charactersLeft, type Draft, type DraftState } from '../draft/draft.ts';
import { useDraftState } from '../draft/use-draft.ts';
import styles from './composer-tools.module.css';

/** Why the message can't be sent yet, or how many characters are left. */
export function ComposerState({ draft }: { draft: Draft }) {
  const { composer: texts } = useTexts();
  const left = useDraftState(draft, (state) => charactersLeft(state[state.mode]));
  const files = useDraftState(draft, filesState);
  const isTooLong = left !== undefined && left < 0;
  const words =
    left === undefined ? files && texts.fileStates[files] : isTooLong ? texts.tooMany(-left) : texts.left(left);
  return (
    <span role="status" className={styles.state} data-failed={isTooLong || files === 'failed'}>
      {words}
    </span>
  );
}

function filesState({ mode, attachments, isWaiting }: DraftState) {
  if (mode === 'note') return undefined;
  if (isWaiting) return 'waiting';
  return attachments.some(({ failure }) => failure) ? 'failed' : undefined;
}
