import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';

const MAX_HEIGHT_PX = 132;

interface MessageInputProps {
  model: Model;
  input: RefObject<HTMLTextAreaElement | null>;
  /** Where the caret goes after a change that was not typed. */
  caret: { current: number | undefined };
  isInvalid: boolean;
  onEnter(event: Event): void;
}

/** A text area that grows with the draft. */
export function MessageInput({ model, input, caret, isInvalid, onEnter }: MessageInputProps) {
  const { composer } = useTexts();
  const { look, draft } = useStore(model.panel);

  useLayoutEffect(() => {
    const { current: area } = input;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, MAX_HEIGHT_PX)}px`;
    if (caret.current !== undefined) area.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [draft]);

  function onKeyDown(event: KeyboardEvent) {
    // On a phone only Enter makes a new line, and the send button is close.
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event) && !look.isPhone) onEnter(event);
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain');
    // Office programs add a picture to copied text, which is ignored; a copied file may come with its name as text.
    if (text && !files.some(({ name }) => text.includes(name))) return;
    if (!files.length) return;
    event.preventDefault();
    files.forEach(model.sendFile);
  }

  return (
    <textarea
      ref={input}
      rows={1}
      value={draft}
      dir="auto"
      aria-label={composer.label}
      aria-invalid={isInvalid}
      placeholder={composer.placeholder}
      onInput={({ currentTarget: { value } }) => {
        model.saveDraft(value);
        model.onInteraction();
        model.conversation.setTyping(value);
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

/** Enter that ends an IME composition; Safari reports it by the key code only. */
const isComposing = ({ isComposing: isReported, keyCode }: KeyboardEvent) => isReported || keyCode === 229;
