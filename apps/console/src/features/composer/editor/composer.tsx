import type { Chat } from '@parley/live';
import { lazy, Suspense, useRef, useState } from 'react';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { AttachmentChips } from '../attachments/attachment-chips.tsx';
import { useTakenFiles } from '../attachments/use-attach-files.ts';
import type { Sheet } from '../draft/draft.ts';
import type { Mode } from '../draft/draft-storage.ts';
import { useSheet, useSheetPart } from '../draft/use-draft.ts';
import { useKeeping } from '../draft/use-draft-saving.ts';
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

/** Where one answers a visitor, or leaves a note for colleagues. */
export function Composer({ chat, ...props }: ComposerProps) {
  return <Writing key={chat.id} sheet={useSheet(chat.id)} {...props} />;
}

function Writing({ sheet, contact }: Omit<ComposerProps, 'chat'> & { sheet: Sheet }) {
  const { composer: texts } = useTexts();
  const agents = useAgents();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isManaging, setManaging] = useState(false);
  const mode = useSheetPart(sheet, (state) => state.mode);
  const take = useTakenFiles(sheet);
  useKeeping(sheet);

  const focus = (next?: Mode) => {
    if (next) sheet.turn(next);
    field.current?.focus();
  };
  const submit = () => {
    const people = agents.values().filter(({ type }) => type === 'human');
    sheet.send(mentionsIn(sheet.state.note, people));
  };
  const closeManager = () => {
    setManaging(false);
    focus();
  };

  const common = { sheet, field, onFiles: take, onSubmit: submit };
  return (
    <section className={styles.composer} data-mode={mode} aria-label={texts.region}>
      <ModeSwitch mode={mode} onTurn={focus} />
      {mode === 'reply' && <AttachmentChips sheet={sheet} />}
      <MessageField {...common} contact={contact} onManage={() => setManaging(true)} />
      <ComposerTools {...common} />
      <Suspense>{isManaging && <PhraseManager onClose={closeManager} />}</Suspense>
    </section>
  );
}
