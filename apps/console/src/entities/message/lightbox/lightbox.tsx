import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import type { Content } from '../content.ts';
import { EnlargedPicture } from './enlarged-picture.tsx';
import styles from './lightbox.module.css';
import { LightboxBar } from './lightbox-bar.tsx';

interface LightboxProps {
  /** The messages of the chat; those with pictures are shown. */
  messages: readonly (Content & { id: number })[];
  /** The message with the open picture. */
  shownId: number;
  onShow: (id: number) => void;
  onClose: () => void;
}

/** A picture over the whole window, with the next and previous ones. */
export function Lightbox({ messages, shownId, onShow, onClose }: LightboxProps) {
  const { content } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const pictures = messages.filter(({ type, url }) => type === 'image' && url);
  const at = pictures.findIndex(({ id }) => id === shownId);
  const shown = pictures[at];
  const name = shown?.name ?? shown?.file?.name ?? content.picture;

  // A native modal dialog is on top, traps the focus and returns it.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);

  const close = () => dialog.current?.close();
  function step(steps: number) {
    const next = pictures[at + steps];
    if (next) onShow(next.id);
  }
  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      aria-label={name}
      // It may have been reopened before this event.
      onClose={() => dialog.current?.open || onClose()}
      onClick={(event) => isBeside(event) && close()}
      onKeyDown={(event) => step(stepsOf(event))}
    >
      {shown?.url && <EnlargedPicture url={shown.url} name={name} />}
      <LightboxBar name={name} url={shown?.url ?? null} at={at} count={pictures.length} onStep={step} onClose={close} />
    </dialog>
  );
}

const isBeside = ({ target, currentTarget }: MouseEvent) => target === currentTarget;

/** Arrow keys follow the reading direction. */
function stepsOf(event: KeyboardEvent) {
  // Keep shortcuts of the screen below from firing.
  event.stopPropagation();
  const isFromRight = getComputedStyle(event.currentTarget).direction === 'rtl';
  if (event.key === 'ArrowRight') return isFromRight ? -1 : 1;
  if (event.key === 'ArrowLeft') return isFromRight ? 1 : -1;
  return 0;
}
