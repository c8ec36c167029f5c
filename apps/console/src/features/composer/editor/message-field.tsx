import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useRef } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import type { Draft } from '../draft/draft.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { optionId, SuggestionList } from '../suggestions/suggestion-list.tsx';
import type { Suggestions } from '../suggestions/use-suggestions.ts';
import { FieldBackdrop } from './field-backdrop.tsx';
import styles from './message-field.module.css';

interface MessageFieldProps {
  draft: Draft;
  isInternal: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  suggestions: Suggestions;
  onSubmit: (isLast: boolean) => void;
  onFiles: (files: FileList) => void;
  onLeave: () => void;
}

/** The text field: the only part that renders on every key press. */
export function MessageField(props: MessageFieldProps) {
  const { draft, isInternal, field, suggestions, onSubmit, onFiles, onLeave } = props;
  const { composer } = useTexts();
  const texts = isInternal ? composer.internal : composer;
  const id = useId();
  const mode = useDraftState(draft, (state) => state.mode);
  const text = useDraftState(draft, (state) => state[state.mode]);
  const isLocked = useDraftState(
    draft,
    (state) => state.isWaiting[state.mode] || (state.isStoring && state.mode === 'reply'),
  );
  const backdrop = useRef<HTMLDivElement>(null);

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter that ends an IME composition must not send the message.
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING) return;
    if (suggestions.press(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.altKey) {
      const isLast = event.shiftKey && (event.ctrlKey || event.metaKey);
      if (event.shiftKey && !isLast) return;
      event.preventDefault();
      onSubmit(isLast);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      onLeave();
    }
  }

  function paste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData;
    // Text copied from a document comes with a picture of itself.
    if (!files.length || types.includes('text/plain')) return;
    event.preventDefault();
    onFiles(files);
  }

  return (
    <div className={styles.frame}>
      <FieldBackdrop ref={backdrop} text={text} />
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
          draft.write(currentTarget.value);
          suggestions.read();
        }}
        onSelect={suggestions.read}
        onKeyDown={press}
        onPaste={paste}
        onBlur={suggestions.close}
        onScroll={({ currentTarget }) => backdrop.current?.scrollTo({ top: currentTarget.scrollTop })}
      />
      {suggestions.isOpen && <SuggestionList id={id} suggestions={suggestions} />}
    </div>
  );
}

/** The key code during IME composition; Safari gives no other hint for the Enter that ends it. */
const COMPOSING = 229;
