import { MessageContent } from '../content/message-content.tsx';
import type { Model } from '../model/model.ts';
import type { Row } from '../model/rows.ts';
import { Avatar } from '../ui/avatar.tsx';
import { focusPanel } from '../ui/focus.ts';
import { Icon } from '../ui/icons.tsx';
import { useTexts } from '../ui/texts.ts';

interface Props {
  model: Model;
  row: Row;
  onOpenPicture(url: string, name: string): void;
}

/** One message: its words, who said it and when, and of the visitor's own how far it has come. */
export function Bubble({ model, row, onOpenPicture }: Props) {
  const texts = useTexts();
  const { sender, content, isFirst, isLast, delivery } = row;
  if (sender === 'system') return <p class="system">{content.body}</p>;
  const isOwn = sender === 'client';
  const person = isOwn ? undefined : personOf(model, row);
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
      {delivery && delivery !== 'failed' && <Mark delivery={delivery} />}
    </div>
  );
}

function personOf({ config, conversation }: Model, { agentId }: Row) {
  const agent = conversation.state.live?.chat?.agent;
  const known = config.people.find(({ id }) => id === agentId);
  if (known) return known;
  return { name: agent && agent.id === agentId ? agent.name : null, avatar_url: null };
}

function Mark({ delivery }: { delivery: 'sending' | 'sent' | 'seen' }) {
  const { delivery: said } = useTexts();
  const icon = { sending: 'clock', sent: 'sent', seen: 'seen' } as const;
  return (
    <span class={`mark ${delivery}`} role="img" aria-label={said[delivery]} title={said[delivery]}>
      <Icon name={icon[delivery]} />
    </span>
  );
}

function Foot({ model, row }: { model: Model; row: Row }) {
  const texts = useTexts();
  const { key, at, delivery, share, isLast } = row;
  if (delivery === 'failed') {
    const settle = (act: (key: string) => void) => {
      act(key);
      focusPanel(model);
    };
    return (
      <p class="foot failed" role="alert">
        <Icon name="warning" /> {texts.delivery.failed}{' '}
        <button type="button" class="link" onClick={() => settle(model.conversation.retry)}>
          {texts.delivery.retry}
        </button>{' '}
        <button type="button" class="link" onClick={() => settle(model.conversation.discard)}>
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
