import { findUnfilled } from '../../../entities/phrase/variables.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { charactersLeft, type Draft, type DraftState } from '../draft/draft.ts';
import { useDraftState } from '../draft/use-draft.ts';
import styles from './composer-tools.module.css';

interface ComposerStateProps {
  draft: Draft;
  /** The text that was not sent because of variables without a value. */
  refused: string | undefined;
}

/** Why the message can't be sent yet, or how many characters are left. */
export function ComposerState({ draft, refused }: ComposerStateProps) {
  const { composer: texts } = useTexts();
  const left = useDraftState(draft, (state) => charactersLeft(state[state.mode]));
  const files = useDraftState(draft, filesState);
  const isUnfilled = useDraftState(draft, ({ mode, ...state }) => findUnfilled(state[mode]) !== undefined);
  const isRefused = useDraftState(draft, (state) => state[state.mode] === refused);
  const isTooLong = left !== undefined && left < 0;
  const words = () => {
    if (left !== undefined) return isTooLong ? texts.tooMany(-left) : texts.left(left);
    if (isUnfilled) return isRefused ? texts.unfilledRefused : texts.unfilled;
    return files && texts.fileStates[files];
  };
  const isFailed = isTooLong || files === 'failed' || (isUnfilled && isRefused);
  return (
    <span role="status" className={styles.state} data-failed={isFailed}>
      {words()}
    </span>
  );
}

function filesState({ mode, attachments, isWaiting }: DraftState) {
  if (isWaiting[mode]) return 'waiting';
  return attachments[mode].some(({ failure }) => failure) ? 'failed' : undefined;
}
