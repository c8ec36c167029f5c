import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { deferred } from '../ui/deferred.tsx';
import { focusPanel } from '../ui/focus.ts';
import { Icon } from '../ui/icons.tsx';
import { useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';
import { AttachMenu } from './attach-menu.tsx';

const EmojiPicker = deferred((more) => more.EmojiPicker);
const StickerPicker = deferred((more) => more.StickerPicker);

const MOST_RECENT = 16;
const TALLEST_PX = 132;

type Drawer = 'emoji' | 'stickers' | undefined;

/** Where the visitor writes. */
export function Composer({ model }: { model: Model }) {
  const { composer } = useTexts();
  const { look, draft: text } = useStore(model.panel);
  const input = useRef<HTMLTextAreaElement>(null);
  /** Where to go on after something was put in. */
  const caret = useRef<number | undefined>(undefined);
  const [drawer, setDrawer] = useState<Drawer>();
  const most = model.config.limits.message_characters;
  const isTooLong = text.length > most;

  useLayoutEffect(() => {
    const { current: area } = input;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, TALLEST_PX)}px`;
    if (caret.current !== undefined) area.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [text]);

  function send(event?: Event) {
    event?.preventDefault();
    const body = text.trim();
    if (!body || isTooLong) return;
    model.sendMessage({ type: 'text', body });
    model.saveDraft('');
    setDrawer(undefined);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // On a phone Enter is the only way to a new line, and the button is under the thumb.
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event) && !look.isPhone) send(event);
  }

  function closeDrawer(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !drawer) return;
    event.preventDefault();
    setDrawer(undefined);
    input.current?.focus();
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...(event.clipboardData?.files ?? [])];
    const words = event.clipboardData?.getData('text/plain');
    // Tables and documents carry a picture of themselves. With a file may come its name.
    if (words && !files.some(({ name }) => words.includes(name))) return;
    if (!files.length) return;
    event.preventDefault();
    files.forEach(model.sendFile);
  }

  function insert(emoji: string) {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = input.current ?? {};
    model.saveDraft(text.slice(0, from) + emoji + text.slice(to));
    caret.current = from + emoji.length;
    const recent = [emoji, ...recentOf(model).filter((each) => each !== emoji)].slice(0, MOST_RECENT);
    model.memory.set('emoji', recent.join(' '));
    focusPanel(model);
  }

  const toggle = (which: Drawer) => setDrawer(drawer === which ? undefined : which);
  return (
    <form class="composer" onSubmit={send} onKeyDown={closeDrawer}>
      {drawer === 'emoji' && <EmojiPicker onPick={insert} recent={recentOf(model)} />}
      {drawer === 'stickers' && (
        <StickerPicker
          ids={model.config.stickers}
          onPick={(id) => {
            model.sendMessage({ type: 'sticker', sticker: { id } });
            setDrawer(undefined);
            focusPanel(model);
          }}
        />
      )}
      {isTooLong && (
        <p class="mistake" role="alert">
          {composer.tooLong(most)}
        </p>
      )}
      <div class="bar">
        <AttachMenu model={model} onStickers={() => toggle('stickers')} />
        <textarea
          ref={input}
          rows={1}
          value={text}
          dir="auto"
          aria-label={composer.label}
          aria-invalid={isTooLong}
          placeholder={composer.placeholder}
          onInput={(event) => {
            model.saveDraft(event.currentTarget.value);
            model.onInteraction();
            model.conversation.setTyping(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <button
          type="button"
          class="tool"
          aria-label={composer.emoji}
          title={composer.emoji}
          aria-expanded={drawer === 'emoji'}
          onClick={() => toggle('emoji')}
        >
          <Icon name="smile" />
        </button>
        <button
          type="submit"
          class="tool send"
          aria-label={composer.send}
          title={composer.send}
          disabled={!text.trim() || isTooLong}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}

/** Enter that ends a composition; Safari tells it by the code alone. */
const isComposing = ({ isComposing: isTold, keyCode }: KeyboardEvent) => isTold || keyCode === 229;

const recentOf = ({ memory }: Model) => (memory.get('emoji') ?? '').split(' ').filter(Boolean);
