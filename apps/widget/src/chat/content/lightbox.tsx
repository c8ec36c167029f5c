import type { TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../ui/texts.ts';

interface LightboxProps {
  url: string;
  name: string;
  onClose(): void;
}

/** A picture over the whole window; a click toggles its full size. */
export function Lightbox({ url, name, onClose }: LightboxProps) {
  const texts = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isFull, setFull] = useState(false);

  // A modal dialog is in the top layer, traps the focus, and restores it.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);

  function onClick({ target }: TargetedMouseEvent<HTMLDialogElement>) {
    const part = target as Element;
    if (part.localName === 'img') setFull(!isFull);
    else if (!part.closest('a')) dialog.current?.close();
  }

  return (
    <dialog
      ref={dialog}
      class={isFull ? 'lightbox lightbox-full' : 'lightbox'}
      aria-label={name}
      onClose={onClose}
      onClick={onClick}
      // Escape closes the picture, and not the chat under it as well.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <img src={url} alt={name} />
      <div class="lightbox-bar">
        <a href={url} download={name} target="_blank" rel="noopener noreferrer" title={texts.content.download}>
          <svg viewBox="0 0 24 24" role="img" aria-label={texts.content.download}>
            <path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />
          </svg>
        </a>
        <button type="button" title={texts.content.closePicture} autofocus>
          <svg viewBox="0 0 24 24" role="img" aria-label={texts.content.closePicture}>
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </button>
      </div>
    </dialog>
  );
}
