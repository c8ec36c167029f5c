import { useDisclosure } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { listenForHotkeys } from '../../ui/keys/hotkeys.ts';
import { isTyping } from '../../ui/keys/is-typing.ts';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx').then((module) => ({ default: module.ShortcutHelp })));

/** A screen whose shortcuts are on their way marks its placeholder with this attribute. */
const LOADING = '[data-awaits-keys]';

/** Global shortcuts: Ctrl-K opens the palette, `?` the list of shortcuts, and letters press what names them. */
export function Shortcuts() {
  const [palette, help] = [useOverlay(), useOverlay()];
  const router = useRouter();
  useEffect(() => listenForHotkeys(() => router.state.isLoading || document.querySelector(LOADING) !== null), [router]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPaletteKey = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isPaletteKey) palette.isOpen ? palette.close() : palette.open();
    else if (event.key === '?' && !isTyping(event)) help.open();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return (
    <Suspense>
      {palette.isOpen && <Palette isOpen onClose={palette.close} onKeys={help.open} />}
      {help.isOpen && <ShortcutHelp isOpen onClose={help.close} />}
    </Suspense>
  );
}

/** Mounted while open. Returns focus to the element that had it. */
function useOverlay() {
  const [isOpen, { open, close }] = useDisclosure();
  const opener = useRef<Element>(null);
  return {
    isOpen,
    open() {
      opener.current = document.activeElement;
      open();
    },
    close() {
      close();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
