import { useRef, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { deferred } from '../ui/deferred.tsx';
import { focusPanel } from '../ui/focus.ts';
import { useTexts } from '../ui/texts.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { useStore } from '../ui/use-store.ts';
import { AttachMenu } from './attach-menu.tsx';
import { MessageInput } from './message-input.tsx';
import { addRecentEmoji, listRecentEmoji } from './recent-emoji.ts';

const EmojiPicker = deferred((parts) => parts.EmojiPicker);
const StickerPicker = deferred((parts) => parts.StickerPicker);

type Drawer = 'emoji' | 'stickers' | undefined;

/** Where the visitor writes a message and picks what else to send. */
export function Composer({ model }: { model: Model }) {
  const { composer } = useTexts();
  const { draft } = useStore(model.panel);
  const input = useRef<HTMLTextAreaElement>(null);
  /** Set by an insertion, applied after the next render. */
  const caret = useRef<number | undefined>(undefined);
  const [drawer, setDrawer] = useState<Drawer>();
  const maxLength = model.config.limits.message_characters;
  const isTooLong = draft.length > maxLength;

  function send(event: Event) {
    event.preventDefault();
    const body = draft.trim();
    if (!body || isTooLong) return;
    model.sendMessage({ type: 'text', body });
    model.saveDraft('');
    setDrawer(undefined);
    input.current?.focus();
  }

  function sendSticker(id: Model['config']['stickers'][number]) {
    model.sendMessage({ type: 'sticker', sticker: { id } });
    setDrawer(undefined);
    focusPanel(model);
  }

  function insertEmoji(emoji: string) {
    const { selectionStart: from = draft.length, selectionEnd: to = draft.length } = input.current ?? {};
    model.saveDraft(draft.slice(0, from) + emoji + draft.slice(to));
    caret.current = from + emoji.length;
    addRecentEmoji(model.memory, emoji);
    focusPanel(model);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !drawer) return;
    event.preventDefault();
    setDrawer(undefined);
    input.current?.focus();
  }

  const toggle = (which: Drawer) => setDrawer(drawer === which ? undefined : which);
  return (
    <form class="composer" onSubmit={send} onKeyDown={onKeyDown}>
      {drawer === 'emoji' && <EmojiPicker onPick={insertEmoji} recent={listRecentEmoji(model.memory)} />}
      {drawer === 'stickers' && <StickerPicker ids={model.config.stickers} onPick={sendSticker} />}
      {isTooLong && (
        <p class="mistake" role="alert">
          {composer.tooLong(maxLength)}
        </p>
      )}
      <div class="bar">
        <AttachMenu model={model} onStickers={() => toggle('stickers')} />
        <MessageInput model={model} input={input} caret={caret} isInvalid={isTooLong} onEnter={send} />
        <ToolButton
          icon="smile"
          label={composer.emoji}
          aria-expanded={drawer === 'emoji'}
          onClick={() => toggle('emoji')}
        />
        <ToolButton
          icon="send"
          label={composer.send}
          type="submit"
          class="tool send"
          disabled={!draft.trim() || isTooLong}
        />
      </div>
    </form>
  );
}
