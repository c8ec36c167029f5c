import { IconAt, IconBolt } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { ToolButton } from '../../../ui/controls/tool-button.tsx';
import { AttachButton } from '../attachments/attach-button.tsx';
import type { Sheet } from '../draft/draft.ts';
import { useSheetPart } from '../draft/use-draft.ts';
import { EmojiPicker } from '../emoji/emoji-picker.tsx';
import { insertText } from '../suggestions/insert-text.ts';
import { ComposerState } from './composer-state.tsx';
import styles from './composer-tools.module.css';
import { SendButton } from './send-button.tsx';

interface ComposerToolsProps {
  sheet: Sheet;
  field: RefObject<HTMLTextAreaElement | null>;
  onFiles: (files: FileList) => void;
  onSubmit: () => void;
}

/** What can be put into a message, and what sends it. */
export function ComposerTools({ sheet, field, onFiles, onSubmit }: ComposerToolsProps) {
  const { composer: texts } = useTexts();
  const mode = useSheetPart(sheet, (state) => state.mode);
  /** A list opens for a sign that begins a word. */
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
      <ComposerState sheet={sheet} />
      <SendButton sheet={sheet} onSubmit={onSubmit} />
    </div>
  );
}
