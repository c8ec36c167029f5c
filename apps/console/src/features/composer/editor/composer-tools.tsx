import { IconAt, IconBolt } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { ToolButton } from '../../../ui/controls/tool-button.tsx';
import { insertText } from '../../../ui/form/insert-text.ts';
import { AttachButton } from '../attachments/attach-button.tsx';
import type { Draft } from '../draft/draft.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { EmojiPicker } from '../emoji/emoji-picker.tsx';
import type { Suggestions } from '../suggestions/use-suggestions.ts';
import { ComposerState } from './composer-state.tsx';
import styles from './composer-tools.module.css';
import { SendButton } from './send-button.tsx';

interface ComposerToolsProps {
  draft: Draft;
  isInternal: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onFiles: (files: FileList) => void;
  suggestions: Suggestions;
  onSubmit: (isLast: boolean) => void;
  /** The text that was not sent because of variables without a value. */
  refused: string | undefined;
}

export function ComposerTools(props: ComposerToolsProps) {
  const { draft, isInternal, field, suggestions, onFiles, onSubmit, refused } = props;
  const { composer: texts } = useTexts();
  const mode = useDraftState(draft, (state) => state.mode);
  function put(emoji: string) {
    if (field.current) insertText(field.current, emoji);
  }
  return (
    <div className={styles.tools}>
      <ToolButton label={texts.phrases} icon={IconBolt} shortcut="/" onClick={() => suggestions.open('phrase')} />
      <EmojiPicker onPick={put} />
      <AttachButton onFiles={onFiles} />
      {mode === 'note' && (
        <ToolButton label={texts.mention} icon={IconAt} onClick={() => suggestions.open('mention')} />
      )}
      <ComposerState draft={draft} refused={refused} />
      <SendButton draft={draft} canClose={!isInternal} onSubmit={onSubmit} />
    </div>
  );
}
