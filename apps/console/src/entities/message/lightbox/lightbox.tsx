import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import type { Content } from '../content.ts';
import { EnlargedPicture } from './enlarged-picture.tsx';
import styles from './lightbox.module.css';
import { LightboxBar } from './lightbox-bar.tsx';

interface LightboxProps {
  /** Of the chat, in their order; those that are pictures can be looked at. */
  messages: readonly (Content & { id: number })[];
  /** Of the message whose picture is shown. */
  shownId: number;
  onShow: (id: number) => void;
  onClose: () => void;
}

/** One picture over the whole window, and the way to those before and after it. */
export function Lightbox({ messages, shownId, onShow, onClose }: LightboxProps) {
  const { content } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const pictures = messages.filter(({ type, url }) => type === 'image' && url);
  const at = pictures.findIndex(({ id }) => id === shownId);
  const shown = pictures[at];
  const name = shown?.name ?? shown?.file?.name ?? content.picture;

  // A modal dialog is above everything on the page, keeps the focus inside, and gives it back.
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
      // It may be open again by the time this is heard.
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

/** To the next picture or to the one before it, in the direction of reading. */
function stepsOf(event: KeyboardEvent) {
  // The keys of the screen under it mean nothing here.
  event.stopPropagation();
  const isFromRight = getComputedStyle(event.currentTarget).direction === 'rtl';
  if (event.key === 'ArrowRight') return isFromRight ? -1 : 1;
  if (event.key === 'ArrowLeft') return isFromRight ? 1 : -1;
  return 0;
}
