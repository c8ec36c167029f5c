import { MessageContent } from '../content/message-content.tsx';
import type { Model } from '../model/model.ts';
import type { Row } from '../model/rows.ts';
import { Avatar } from '../ui/avatar.tsx';
import { focusPanel } from '../ui/focus.ts';
import { Icon } from '../ui/icons.tsx';
import { findPerson } from '../ui/owner-texts.ts';
import { useLocale, useTexts } from '../ui/texts.ts';

interface BubbleProps {
  model: Model;
  row: Row;
  onOpenPicture(url: string, name: string): void;
}

/** A message with its sender and time, and for the visitor's own its delivery state. */
export function Bubble({ model, row, onOpenPicture }: BubbleProps) {
  const texts = useTexts();
  const locale = useLocale();
  const { sender, content, isFirst, isLast, delivery } = row;
  if (sender === 'system') return <p class="system">{content.body}</p>;
  const isOwn = sender === 'client';
  const person = isOwn ? undefined : senderOf(model, row, locale);
  const by = isOwn ? texts.you : (person?.name ?? (sender === 'ai' ? texts.assistant : texts.operator));
  const isBare = content.type === 'sticker';
  return (
    <div class={`said ${isOwn ? 'own' : 'theirs'} ${isLast ? 'last' : ''}`}>
      {person && <div class="by">{isLast && <Avatar name={person.name} url={person.avatar_url} />}</div>}
      <div class="words">
        {isFirst && <p class={person?.name ? 'name' : 'hidden'}>{by}</p>}
        <div class={`bubble ${isOwn ? 'own' : 'theirs'} ${isBare ? 'bare' : ''}`}>
          <MessageContent message={content} isOwn={isOwn} onOpenPicture={onOpenPicture} />
        </div>
        <Foot model={model} row={row} />
      </div>
      {delivery && delivery !== 'failed' && <DeliveryMark delivery={delivery} />}
    </div>
  );
}

function senderOf({ config, conversation }: Model, { agentId }: Row, locale: string) {
  const agent = conversation.state.live?.chat?.agent;
  const known = findPerson(config, agentId, locale);
  if (known) return known;
  return { name: agent && agent.id === agentId ? agent.name : null, avatar_url: null };
}

function DeliveryMark({ delivery }: { delivery: 'sending' | 'sent' | 'seen' }) {
  const { delivery: labels } = useTexts();
  const icon = { sending: 'clock', sent: 'sent', seen: 'seen' } as const;
  return (
    <span class={`mark ${delivery}`} role="img" aria-label={labels[delivery]} title={labels[delivery]}>
      <Icon name={icon[delivery]} />
    </span>
  );
}

function Foot({ model, row }: { model: Model; row: Row }) {
  const texts = useTexts();
  const { key, at, delivery, share, isLast } = row;
  if (delivery === 'failed') {
    const resolve = (act: (key: string) => void) => {
      act(key);
      focusPanel(model);
    };
    return (
      <p class="foot failed" role="alert">
        <Icon name="warning" /> {texts.delivery.failed}{' '}
        <button type="button" class="link" onClick={() => resolve(model.conversation.retry)}>
          {texts.delivery.retry}
        </button>{' '}
        <button type="button" class="link" onClick={() => resolve(model.conversation.discard)}>
          {texts.delivery.discard}
        </button>
      </p>
    );
  }
  if (share !== null) {
    return (
      <p class="foot">
        <progress value={share} max={1} /> {texts.delivery.uploading(Math.round(share * 100))}
      </p>
    );
  }
  if (!isLast || delivery === 'sending') return null;
  const date = new Date(at);
  const time = new Intl.DateTimeFormat(texts.locale, { hour: '2-digit', minute: '2-digit' }).format(date);
  const exact = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'full', timeStyle: 'medium' }).format(date);
  return (
    <p class="foot">
      <time dateTime={date.toISOString()} title={exact}>
        {time}
      </time>
    </p>
  );
}
