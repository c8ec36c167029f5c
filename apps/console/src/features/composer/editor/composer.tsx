import type { Chat } from '@parley/live';
import { lazy, Suspense, useRef, useState } from 'react';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { AttachmentChips } from '../attachments/attachment-chips.tsx';
import { useAttachFiles } from '../attachments/use-attach-files.ts';
import type { Draft } from '../draft/draft.ts';
import type { Mode } from '../draft/draft-storage.ts';
import { useDraft, useDraftState } from '../draft/use-draft.ts';
import { useDraftSaving } from '../draft/use-draft-saving.ts';
import { mentionsIn } from '../suggestions/mentions.ts';
import styles from './composer.module.css';
import { ComposerTools } from './composer-tools.tsx';
import { MessageField } from './message-field.tsx';
import { ModeSwitch } from './mode-switch.tsx';

const PhraseManager = lazy(async () => ({ default: (await import('../phrases/phrase-manager.tsx')).PhraseManager }));

interface ComposerProps {
  chat: Chat;
  contact: Contact | undefined;
}

/** Writes replies and notes. */
export function Composer({ chat, ...props }: ComposerProps) {
  return <Writing key={chat.id} draft={useDraft(chat.id)} {...props} />;
}

function Writing({ draft, contact }: Omit<ComposerProps, 'chat'> & { draft: Draft }) {
  const { composer: texts } = useTexts();
  const agents = useAgents();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isManaging, setManaging] = useState(false);
  const mode = useDraftState(draft, (state) => state.mode);
  const take = useAttachFiles(draft);
  useDraftSaving(draft);

  const focus = (next?: Mode) => {
    if (next) draft.setMode(next);
    field.current?.focus();
  };
  const submit = () => {
    const people = agents.values().filter(({ type }) => type === 'human');
    draft.send(mentionsIn(draft.state.note, people));
  };
  const closeManager = () => {
    setManaging(false);
    focus();
  };

  const common = { draft, field, onFiles: take, onSubmit: submit };
  return (
    <section className={styles.composer} data-mode={mode} aria-label={texts.region}>
      <ModeSwitch mode={mode} onModeChange={focus} />
      {mode === 'reply' && <AttachmentChips draft={draft} />}
      <MessageField {...common} contact={contact} onManage={() => setManaging(true)} />
      <ComposerTools {...common} />
      <Suspense>{isManaging && <PhraseManager onClose={closeManager} />}</Suspense>
    </section>
  );
}
