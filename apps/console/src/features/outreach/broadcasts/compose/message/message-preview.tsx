import { replaceVariables } from '@parley/contract';
import { useAgentName } from '../../../../../entities/agent/use-agent-name.ts';
import { ChannelIcon } from '../../../../../entities/chat/channel-icon.tsx';
import { namelessOf } from '../../../../../entities/contact/contact-name.ts';
import { MessageContent } from '../../../../../entities/message/body/message-content.tsx';
import type { Content } from '../../../../../entities/message/content.ts';
import { useTexts } from '../../../../../locales/locale.tsx';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { PreviewAs } from '../../../sends/compose/preview-as.tsx';
import type { Preview } from '../../model/broadcast-queries.ts';
import { useNameOfChannel } from '../../model/channels.ts';
import { type DraftValues, messageOf } from '../draft/draft-values.ts';
import styles from './message-preview.module.css';
import { TestMessage } from './test-message.tsx';

interface MessagePreviewProps {
  draft: DraftValues;
  /** Contacts that would get it, with their texts. */
  samples: Preview['samples'];
  /** Whose text is shown; null is the first of them. */
  contactId: string | null;
  onChooseContact: (contactId: string | null) => void;
}

/** The message in its channel, as one of the recipients would see it. */
export function MessagePreview({ draft, samples, contactId, onChooseContact }: MessagePreviewProps) {
  const all = useTexts();
  const texts = useSendComposerTexts();
  const nameOf = useNameOfChannel();
  const agentName = useAgentName();
  const sample = samples.find(({ contact_id }) => contact_id === contactId) ?? samples[0];
  const message = contentOf(draft, sample?.text ?? null);
  return (
    <section className={styles.preview} aria-label={texts.preview}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{texts.preview}</h2>
        <PreviewAs samples={samples} contactId={contactId} onChoose={onChooseContact} className={styles.sample} />
      </div>
      <div className={styles.stage} data-channel={draft.channel.startsWith('ch') ? 'own' : draft.channel}>
        <div className={styles.place}>
          <ChannelIcon channel={draft.channel} size={16} stroke={1.75} aria-hidden />
          {nameOf(draft.channel)}
          {draft.agentId !== null && ` · ${agentName(draft.agentId)}`}
        </div>
        {message ? (
          <div className={styles.bubble}>
            <MessageContent message={message} />
          </div>
        ) : (
          <p className={styles.nothing}>{texts.nothingYet}</p>
        )}
      </div>
      <TestMessage
        draft={draft}
        contact={
          sample ? { id: sample.contact_id, name: sample.contact_name ?? namelessOf(sample.contact_id, all) } : null
        }
      />
    </section>
  );
}

/** Elsewhere buttons are lines of the text. */
const hasButtons = (channel: string) => channel === 'service' || channel === 'tg' || channel.startsWith('ch');

const fallbacks = (text: string) => replaceVariables(text, ({ fallback }) => fallback);

function contentOf(draft: DraftValues, filled: string | null): Content | undefined {
  const message = messageOf(draft);
  if (!message) return undefined;
  const { file, channel } = draft;
  const { type, keyboard } = message;
  const body = message.body === undefined ? null : (filled ?? fallbacks(message.body));
  const rest = { sender: 'agent', markdown: null, coords: null, sticker: null } as const;
  if (keyboard && !hasButtons(channel)) {
    const lines = keyboard.buttons.map(({ label, url }) => `${label}: ${url}`);
    return {
      ...rest,
      type: 'text',
      body: [body, ...lines].join('\n'),
      file: null,
      keyboard: null,
      url: null,
      name: null,
    };
  }
  const isAttached = type === 'image' || type === 'file';
  const stored =
    isAttached && file ? { id: file.id, name: file.name ?? '', type: file.type ?? '', size: file.size ?? 0 } : null;
  return {
    ...rest,
    type,
    body,
    file: stored,
    keyboard: keyboard ? { buttons: keyboard.buttons.map((each) => ({ ...each, style: 'primary' })) } : null,
    url: stored && file?.isPicture ? `/api/v1/files/${stored.id}` : null,
    name: stored && (file?.name ?? null),
  };
}
