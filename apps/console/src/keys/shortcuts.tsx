import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { isTyping } from './is-typing.ts';
import { useHotkeys } from './use-hotkeys.ts';

const Palette = lazy(() => import('../palette/palette.tsx').then((module) => ({ default: module.Palette })));
const KeySheet = lazy(() => import('./key-sheet.tsx').then((module) => ({ default: module.KeySheet })));

/** Keys that work everywhere: Ctrl-K finds anything, `?` shows the sheet. */
export function Shortcuts() {
  const [isPaletteOpen, palette] = useDisclosure();
  const [isSheetOpen, sheet] = useDisclosure();
  useHotkeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isFind = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isFind) palette.toggle();
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
      {isPaletteOpen && <Palette isOpen onClose={palette.close} onKeys={sheet.open} />}
      {isSheetOpen && <KeySheet isOpen onClose={sheet.close} />}
    </Suspense>
  );
}
