import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { isTyping } from '../../ui/keys/is-typing.ts';
import { useHotkeys } from '../../ui/keys/use-hotkeys.ts';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx').then((module) => ({ default: module.ShortcutHelp })));

/** Keys that work everywhere: Ctrl-K finds anything, `?` shows the sheet. */
export function Shortcuts() {
  const [palette, sheet] = [useOverlay(), useOverlay()];
  useHotkeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isFind = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isFind) palette.isOpen ? palette.close() : palette.open();
    else if (event.key === '?' && !isTyping(event)) sheet.open();
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
      {palette.isOpen && <Palette isOpen onClose={palette.close} onKeys={sheet.open} />}
      {sheet.isOpen && <ShortcutHelp isOpen onClose={sheet.close} />}
    </Suspense>
  );
}

/** Is there while it is open; what had the focus before has it again afterwards. */
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
