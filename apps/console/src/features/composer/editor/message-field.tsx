import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId } from 'react';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import type { Sheet } from '../draft/draft.ts';
import { useSheetPart } from '../draft/use-draft.ts';
import { optionId, SuggestionList } from '../suggestions/suggestion-list.tsx';
import { useSuggestions } from '../suggestions/use-suggestions.ts';
import styles from './message-field.module.css';

interface MessageFieldProps {
  sheet: Sheet;
  contact: Contact | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  onSubmit: () => void;
  onFiles: (files: FileList) => void;
  onManage: () => void;
}

/** Where one types. It alone is drawn again with every key. */
export function MessageField({ sheet, contact, field, onSubmit, onFiles, onManage }: MessageFieldProps) {
  const { composer: texts } = useTexts();
  const id = useId();
  const mode = useSheetPart(sheet, (state) => state.mode);
  const text = useSheetPart(sheet, (state) => state[state.mode]);
  const isLocked = useSheetPart(sheet, (state) => state.isWaiting && state.mode === 'reply');
  const suggestions = useSuggestions({ field, contact, canMention: mode === 'note', onManage });

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter ends a composition, and must not send what it makes.
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING) return;
    if (suggestions.press(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      onSubmit();
    }
  }

  function paste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData;
    // What comes from a document has a picture of itself beside the words.
    if (!files.length || types.includes('text/plain')) return;
    event.preventDefault();
    onFiles(files);
  }

  return (
    <div className={styles.frame} data-text={text}>
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        dir="auto"
        value={text}
        readOnly={isLocked}
        aria-label={texts.labels[mode]}
        placeholder={texts.placeholders[mode]}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={suggestions.isOpen ? id : undefined}
        aria-activedescendant={suggestions.isOpen ? optionId(id, suggestions.active) : undefined}
        onChange={({ currentTarget }) => {
          sheet.write(currentTarget.value);
          suggestions.read();
        }}
        onSelect={suggestions.read}
        onKeyDown={press}
        onPaste={paste}
        onBlur={suggestions.close}
      />
      {suggestions.isOpen && <SuggestionList id={id} suggestions={suggestions} />}
    </div>
  );
}

/** The code of any key that an input method takes for itself; Safari says nothing else of the Enter that ends it. */
const COMPOSING = 229;
