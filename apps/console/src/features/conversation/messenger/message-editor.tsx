import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { useMessengerChatTexts } from '../../../locales/pages/messenger-chat.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import styles from './messenger.module.css';

interface MessageEditorProps {
  text: string;
  /** Why the text was not taken. */
  failure?: string | undefined;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** In the place of a message's bubble. */
export function MessageEditor({ text, failure, onSave, onCancel }: MessageEditorProps) {
  const texts = useMessengerChatTexts();
  const { cancel } = useTexts();
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const start = useEffectEvent(() => {
    // After a failure the agent may be writing elsewhere.
    if (failure !== undefined) return;
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  });
  useEffect(() => start(), []);
  const isEmpty = draft.trim() === '';
  const save = () => {
    if (!isEmpty) onSave(draft);
  };
  function press(event: KeyboardEvent) {
    // Enter that ends an IME composition must not save the text.
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING) return;
    const isSave = event.key === 'Enter' && !event.shiftKey && !event.altKey;
    if (!isSave && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isSave) save();
    else onCancel();
  }
  return (
    <div className={styles.editor}>
      <Textarea
        autosize
        maxRows={12}
        value={draft}
        aria-label={texts.editField}
        ref={field}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={press}
      />
      <FormFailure>{failure}</FormFailure>
      <div className={styles.tools}>
        <span className={styles.keys}>{texts.editKeys}</span>
        <Button size="xs" variant="default" onClick={onCancel}>
          {cancel}
        </Button>
        <Button size="xs" aria-disabled={isEmpty} onClick={save}>
          {texts.save}
        </Button>
      </div>
    </div>
  );
}

/** The key code during IME composition; Safari gives no other hint for the Enter that ends it. */
const COMPOSING = 229;
