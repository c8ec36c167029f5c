import { Select } from '@mantine/core';
import { replaceVariables } from '@parley/contract';
import { useState } from 'react';
import { useAgentName } from '../../../../../entities/agent/use-agent-name.ts';
import { ChannelIcon } from '../../../../../entities/chat/channel-icon.tsx';
import { namelessOf } from '../../../../../entities/contact/contact-name.ts';
import { MessageContent } from '../../../../../entities/message/body/message-content.tsx';
import type { Content } from '../../../../../entities/message/content.ts';
import { useTexts } from '../../../../../locales/locale.tsx';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import type { Preview } from '../../model/broadcast-queries.ts';
import { useNameOfChannel } from '../../model/channels.ts';
import { type DraftValues, messageOf } from '../draft/draft-values.ts';
import styles from './message-preview.module.css';

interface MessagePreviewProps {
  draft: DraftValues;
  /** Contacts that would get it, with their texts. */
  samples: Preview['samples'];
}

/** The message in its channel, as one of the recipients would see it. */
export function MessagePreview({ draft, samples }: MessagePreviewProps) {
  const all = useTexts();
  const texts = useSendComposerTexts();
  const nameOf = useNameOfChannel();
  const agentName = useAgentName();
  const [chosen, setChosen] = useState<string | null>(null);
  const sample = samples.find(({ contact_id }) => contact_id === chosen) ?? samples[0];
  const message = contentOf(draft, sample?.text ?? null);
  return (
    <section className={styles.preview} aria-label={texts.preview}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{texts.preview}</h2>
        {samples.length > 0 && (
          <Select
            aria-label={texts.previewAs}
            size="xs"
            className={styles.sample}
            data={samples.map(({ contact_id, contact_name }) => ({
              value: contact_id,
              label: contact_name ?? namelessOf(contact_id, all),
            }))}
            value={sample?.contact_id ?? null}
            onChange={setChosen}
            allowDeselect={false}
          />
        )}
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
