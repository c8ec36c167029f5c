import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { RichText } from '../content/rich-text.tsx';
import type { Model } from '../model/model.ts';
import { type Row, rowsOf } from '../model/rows.ts';
import { Avatar } from '../ui/avatar.tsx';
import { deferred } from '../ui/deferred.tsx';
import { focusPanel } from '../ui/focus.ts';
import { Icon } from '../ui/icons.tsx';
import { findPerson, ownerText } from '../ui/owner-texts.ts';
import { useLocale, useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';
import { Bubble } from './bubble.tsx';
import { DayDivider } from './day-divider.tsx';
import { QuickPhrases } from './quick-phrases.tsx';
import { TypingIndicator } from './typing-indicator.tsx';

const Rating = deferred((parts) => parts.Rating);

const NEAR_END_PX = 60;

interface MessageListProps {
  model: Model;
  /** Whether quick phrases are offered. */
  hasPhrases: boolean;
  onOpenPicture(url: string, name: string): void;
}

/** The messages, oldest first, scrolled to the end unless the reader has scrolled up. */
export function MessageList({ model, hasPhrases, onOpenPicture }: MessageListProps) {
  const texts = useTexts();
  const locale = useLocale();
  const state = useStore(model.conversation);
  const rows = rowsOf(state, Date.now());
  const { place, content, onScroll, missedCount, scrollToEnd } = useStickyEnd(rows, model.page);
  const showsRating = useRef(false);
  // Kept after the request is gone, to say thank you.
  showsRating.current ||= Boolean(state.live?.chat?.rating_requested_at);
  const { invitation } = useStore(model.panel);
  // Once the visitor has answered, it is a message like others, and still takes the place of the greeting.
  const isStored = rows.some(({ sender, content }) => sender !== 'client' && content.body === invitation?.text);
  const offer = isStored ? null : invitation;
  const phrases = offer?.replies.length ? offer.replies : (model.config.quick_phrases[locale] ?? []);
  const hasReplies = offer?.replies.length && offer.after === rows.at(-1)?.key;
  const greeting = ownerText(model.config, 'greeting', locale) ?? texts.greeting;
  return (
    <div class="talk">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by keys */}
      <div class="scroll" ref={place} onScroll={onScroll} role="log" aria-label={texts.conversation} tabIndex={0}>
        <div ref={content}>
          {state.cursor ? (
            <button type="button" class="earlier" onClick={() => void model.loadEarlier()}>
              {texts.earlier}
            </button>
          ) : (
            !(isStored && !invitation?.after) && (
              <Greeting model={model} {...(offer && !offer.after ? offer : { text: greeting, agentId: null })} />
            )
          )}
          {rows.map((row) => (
            <div key={row.key} class="row">
              {row.day !== null && <DayDivider at={row.day} />}
              <Bubble model={model} row={row} onOpenPicture={onOpenPicture} />
              {offer?.after === row.key && <Greeting model={model} {...offer} />}
            </div>
          ))}
          {state.live?.isTyping && <TypingIndicator name={state.live.chat?.agent?.name ?? null} />}
          {showsRating.current && <Rating model={model} />}
          {(hasPhrases || (hasReplies && offer.after)) && <QuickPhrases model={model} phrases={phrases} />}
        </div>
      </div>
      {missedCount > 0 && (
        <button
          type="button"
          class="pill"
          onClick={() => {
            scrollToEnd();
            focusPanel(model);
          }}
        >
          {texts.newMessages(missedCount)}
          <Icon name="down" />
        </button>
      )}
    </div>
  );
}

interface GreetingProps {
  model: Model;
  text: string;
  /** Who says it; null for the widget. */
  agentId: number | null;
}

function Greeting({ model, text, agentId }: GreetingProps) {
  const person = findPerson(model.config, agentId, useLocale());
  const bubble = (
    <div class="bubble theirs greeting">
      <RichText body={text} formatted={null} />
    </div>
  );
  if (!person) return bubble;
  return (
    <div class="said theirs">
      <div class="by">
        <Avatar name={person.name} url={person.avatar_url} />
      </div>
      <div class="words">
        <p class="name">{person.name}</p>
        {bubble}
      </div>
    </div>
  );
}

/** Sticks to the end as messages arrive, and keeps the position when older ones are added before. */
function useStickyEnd(rows: Row[], page: Model['page']) {
  const place = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const was = useRef({ isAtEnd: true, top: 0, height: 0, count: 0, first: '', last: '', lastStored: '' });
  const [missedCount, setMissedCount] = useState(0);
  const first = rows[0]?.key ?? '';
  const last = rows.at(-1)?.key ?? '';
  // Unsent and failed messages stay at the end.
  const stored = rows.filter(({ delivery }) => delivery !== 'sending' && delivery !== 'failed');
  const lastStored = stored.at(-1)?.key ?? '';

  useLayoutEffect(() => {
    const { current: view } = place;
    if (!view) return;
    const before = was.current;
    const isOwn = last !== before.last && rows.length > before.count && rows.at(-1)?.sender === 'client';
    if (before.isAtEnd || isOwn) view.scrollTop = view.scrollHeight;
    else if (first !== before.first) view.scrollTop += view.scrollHeight - before.height;
    else if (lastStored !== before.lastStored) {
      const at = stored.findIndex(({ key }) => key === before.lastStored);
      const news = at < 0 ? [] : stored.slice(at + 1).filter(({ sender }) => sender !== 'client');
      setMissedCount((count) => count + news.length);
    }
    const isAtEnd = before.isAtEnd || isOwn;
    const { scrollTop: top, scrollHeight: height } = view;
    was.current = { isAtEnd, top, height, count: rows.length, first, last, lastStored };
  });

  // The view shrinks when a drawer opens below it, and its content grows with the rating form.
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
    // The end may move away as content grows: only scrolling up leaves it.
    const isUp = view.scrollTop < was.current.top;
    was.current.isAtEnd = isNear || (was.current.isAtEnd && !isUp);
    was.current.top = view.scrollTop;
    if (isNear && missedCount) setMissedCount(0);
  }

  function scrollToEnd() {
    place.current?.scrollTo({ top: place.current.scrollHeight, behavior: 'smooth' });
    setMissedCount(0);
  }

  return { place, content, onScroll, missedCount, scrollToEnd };
}
