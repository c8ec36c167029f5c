import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { RichText } from '../content/rich-text.tsx';
import type { Model } from '../model/model.ts';
import { type Row, rowsOf } from '../model/rows.ts';
import { deferred } from '../ui/deferred.tsx';
import { focusPanel } from '../ui/focus.ts';
import { Icon } from '../ui/icons.tsx';
import { ownerText } from '../ui/owner-texts.ts';
import { useLocale, useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';
import { Bubble } from './bubble.tsx';
import { DayDivider } from './day-divider.tsx';
import { QuickPhrases } from './quick-phrases.tsx';
import { TypingIndicator } from './typing-indicator.tsx';

const Rating = deferred((more) => more.Rating);

const NEAR_END_PX = 60;

interface Props {
  model: Model;
  /** Whether what many ask is offered. */
  hasPhrases: boolean;
  onOpenPicture(url: string, name: string): void;
}

/** What was said, oldest first. It keeps to its end unless the reader has gone up. */
export function Conversation({ model, hasPhrases, onOpenPicture }: Props) {
  const texts = useTexts();
  const locale = useLocale();
  const state = useStore(model.conversation);
  const rows = rowsOf(state, Date.now());
  const { place, content, onScroll, missed, toEnd } = useStickyEnd(rows, model.page);
  const isRated = useRef(false);
  // It stays to say thank you when nobody asks any more.
  isRated.current ||= Boolean(state.live?.chat?.rating_requested_at);
  const { invitation } = useStore(model.panel);
  const greeting = ownerText(model.config, 'greeting', locale) ?? texts.greeting;
  return (
    <div class="talk">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with keys */}
      <div class="scroll" ref={place} onScroll={onScroll} role="log" aria-label={texts.conversation} tabIndex={0}>
        <div ref={content}>
          {state.cursor ? (
            <button type="button" class="earlier" onClick={() => void model.loadEarlier()}>
              {texts.earlier}
            </button>
          ) : (
            <Greeting text={invitation && !invitation.after ? invitation.text : greeting} />
          )}
          {rows.map((row) => (
            <div key={row.key} class="row">
              {row.day !== null && <DayDivider at={row.day} />}
              <Bubble model={model} row={row} onOpenPicture={onOpenPicture} />
              {invitation?.after === row.key && <Greeting text={invitation.text} />}
            </div>
          ))}
          {state.live?.isTyping && <TypingIndicator name={state.live.chat?.agent?.name ?? null} />}
          {isRated.current && <Rating model={model} />}
          {hasPhrases && <QuickPhrases model={model} />}
        </div>
      </div>
      {missed > 0 && (
        <button
          type="button"
          class="pill"
          onClick={() => {
            toEnd();
            focusPanel(model);
          }}
        >
          {texts.newMessages(missed)}
          <Icon name="down" />
        </button>
      )}
    </div>
  );
}

function Greeting({ text }: { text: string }) {
  return (
    <div class="bubble theirs greeting">
      <RichText body={text} formatted={null} />
    </div>
  );
}

/** Stays at the end as the end moves, and where the reader is when something is put before it. */
function useStickyEnd(rows: Row[], page: Model['page']) {
  const place = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const was = useRef({ isAtEnd: true, top: 0, height: 0, count: 0, first: '', last: '', stored: '' });
  const [missed, setMissed] = useState(0);
  const first = rows[0]?.key ?? '';
  const last = rows.at(-1)?.key ?? '';
  // What is not sent yet, or never will be, stays behind all that comes.
  const told = rows.filter(({ delivery }) => delivery !== 'sending' && delivery !== 'failed');
  const stored = told.at(-1)?.key ?? '';

  useLayoutEffect(() => {
    const { current: view } = place;
    if (!view) return;
    const before = was.current;
    const isOwn = last !== before.last && rows.length > before.count && rows.at(-1)?.sender === 'client';
    if (before.isAtEnd || isOwn) view.scrollTop = view.scrollHeight;
    else if (first !== before.first) view.scrollTop += view.scrollHeight - before.height;
    else if (stored !== before.stored) {
      const at = told.findIndex(({ key }) => key === before.stored);
      const news = at < 0 ? [] : told.slice(at + 1).filter(({ sender }) => sender !== 'client');
      setMissed((count) => count + news.length);
    }
    const isAtEnd = before.isAtEnd || isOwn;
    const { scrollTop: top, scrollHeight: height } = view;
    was.current = { isAtEnd, top, height, count: rows.length, first, last, stored };
  });

  // The room gets smaller when something is opened below it, and a form in it larger when it is filled in.
  useLayoutEffect(() => {
    const { current: view } = place;
    if (!view || !content.current) return;
    const observer = new page.ResizeObserver(() => {
      if (was.current.isAtEnd) view.scrollTop = view.scrollHeight;
      was.current.top = view.scrollTop;
    });
    observer.observe(view);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [page]);

  function onScroll() {
    const { current: view } = place;
    if (!view) return;
    const isNear = view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_END_PX;
    // An end that moved away under who stays there is not left: to leave it one scrolls up.
    const isUp = view.scrollTop < was.current.top;
    was.current.isAtEnd = isNear || (was.current.isAtEnd && !isUp);
    was.current.top = view.scrollTop;
    if (isNear && missed) setMissed(0);
  }

  function toEnd() {
    place.current?.scrollTo({ top: place.current.scrollHeight, behavior: 'smooth' });
    setMissed(0);
  }

  return { place, content, onScroll, missed, toEnd };
}
