import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { DropOverlay, useFileDrop } from '../composer/drop-zone.tsx';
import type { Model } from '../model/model.ts';
import { deferred } from '../ui/deferred.tsx';
import { focusPanel, trapTabKey } from '../ui/focus.ts';
import { widgetName } from '../ui/owner-texts.ts';
import { LanguageContext } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';
import { Header } from './header.tsx';
import { Screen } from './screen.tsx';
import { Signature } from './signature.tsx';
import { useViewport } from './use-viewport.ts';

const Lightbox = deferred((parts) => parts.Lightbox);
const MessengerSheet = deferred((parts) => parts.MessengerSheet);
const TranscriptForm = deferred((parts) => parts.TranscriptForm);

/** What covers the conversation. */
type Overlay = { kind: 'messengers' | 'transcript' } | { kind: 'picture'; url: string; name: string } | undefined;

export function App({ model }: { model: Model }) {
  const { isOpen, openedBy, language, look } = useStore(model.panel);
  const [overlay, setOverlay] = useState<Overlay>();
  const panel = useRef<HTMLDivElement>(null);
  const viewport = useViewport(model.page, isOpen && look.isPhone);
  const drop = useFileDrop(model);
  useLayoutEffect(() => {
    if (!isOpen) setOverlay(undefined);
    else if (openedBy === 'visitor') focusPanel(model);
  }, [isOpen]);
  const cover = overlay && overlay.kind !== 'picture' ? overlay.kind : undefined;
  const isCovered = Boolean(cover);
  /** What opened the cover. */
  const opener = useRef<Element | null>(null);
  const wasCovered = useRef(false);
  useLayoutEffect(() => {
    if (wasCovered.current && !isCovered) {
      const menu = panel.current?.querySelector('.menu button');
      const place = opener.current?.isConnected ? opener.current : menu;
      (place as HTMLElement | null)?.focus();
    }
    wasCovered.current = isCovered;
  }, [isCovered]);
  if (!isOpen) return null;

  function openCover(kind: 'messengers' | 'transcript') {
    opener.current = model.root.activeElement;
    setOverlay({ kind });
  }

  function closeOverlay() {
    setOverlay(undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab' && look.isPhone) trapTabKey(event, model);
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (overlay) closeOverlay();
    else model.close();
  }

  return (
    <LanguageContext.Provider value={language}>
      <div class="zone">
        <div
          ref={panel}
          class="panel"
          role="dialog"
          tabIndex={-1}
          aria-modal={look.isPhone}
          aria-label={widgetName(model.config, language)}
          style={viewport}
          onKeyDown={onKeyDown}
          onPointerDown={model.onInteraction}
          {...drop.handlers}
        >
          <div class="inside" inert={isCovered}>
            <Header
              model={model}
              onMessengers={() => openCover('messengers')}
              onTranscript={() => openCover('transcript')}
            />
            <Screen
              model={model}
              onOpenPicture={(url, name) => setOverlay({ kind: 'picture', url, name })}
              onMessengers={() => openCover('messengers')}
            />
            <Signature model={model} />
          </div>
          {drop.isOver && <DropOverlay />}
          {cover === 'messengers' && <MessengerSheet model={model} onClose={closeOverlay} />}
          {cover === 'transcript' && <TranscriptForm model={model} onClose={closeOverlay} />}
        </div>
        {overlay?.kind === 'picture' && <Lightbox url={overlay.url} name={overlay.name} onClose={closeOverlay} />}
      </div>
    </LanguageContext.Provider>
  );
}
