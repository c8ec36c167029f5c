import { IconAt, IconBolt } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { ToolButton } from '../../../ui/controls/tool-button.tsx';
import { AttachButton } from '../attachments/attach-button.tsx';
import type { Draft } from '../draft/draft.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { EmojiPicker } from '../emoji/emoji-picker.tsx';
import { insertText } from '../suggestions/insert-text.ts';
import { ComposerState } from './composer-state.tsx';
import styles from './composer-tools.module.css';
import { SendButton } from './send-button.tsx';

interface ComposerToolsProps {
  draft: Draft;
  field: RefObject<HTMLTextAreaElement | null>;
  onFiles: (files: FileList) => void;
  onSubmit: () => void;
}

export function ComposerTools({ draft, field, onFiles, onSubmit }: ComposerToolsProps) {
  const { composer: texts } = useTexts();
  const mode = useDraftState(draft, (state) => state.mode);
  /** The trigger must start a word to open the list. */
  function ask(sign: string) {
    if (!field.current) return;
    const { value, selectionStart } = field.current;
    insertText(field.current, /\S$/.test(value.slice(0, selectionStart)) ? ` ${sign}` : sign);
  }
  function put(emoji: string) {
    if (field.current) insertText(field.current, emoji);
  }
  return (
    <div className={styles.tools}>
      <ToolButton label={texts.phrases} icon={IconBolt} onClick={() => ask('/')} />
      <EmojiPicker onPick={put} />
      {mode === 'reply' && <AttachButton onFiles={onFiles} />}
      {mode === 'note' && <ToolButton label={texts.mention} icon={IconAt} onClick={() => ask('@')} />}
      <ComposerState draft={draft} />
      <SendButton draft={draft} onSubmit={onSubmit} />
    </div>
  );
}
