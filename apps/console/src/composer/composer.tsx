import type { Chat } from '@parley/live';
import { lazy, type ReactNode, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Contact } from '../contacts/contact-queries.ts';
import { useTexts } from '../locales/locale.tsx';
import { useAgents } from '../people/use-agents.ts';
import { AttachmentChips } from './attachment-chips.tsx';
import styles from './composer.module.css';
import { ComposerTools } from './composer-tools.tsx';
import type { Mode } from './drafts.ts';
import { insertText } from './insert-text.ts';
import { mentionsIn } from './mentions.ts';
import { ModeSwitch } from './mode-switch.tsx';
import type { Sheet } from './sheet.ts';
import { useKeeping } from './use-keeping.ts';
import { useSheet, useSheetPart } from './use-sheet.ts';
import { useTakenFiles } from './use-taken-files.ts';
import { WritingField } from './writing-field.tsx';

const PhraseManager = lazy(async () => ({ default: (await import('./phrase-manager.tsx')).PhraseManager }));

/** What keys and other parts of the dialog can do with it. */
export interface ComposerHandle {
  focus(mode?: Mode): void;
  /** Writes at the caret, as if it were typed. */
  insert(text: string): void;
}

interface ComposerProps {
  chat: Chat;
  contact: Contact | undefined;
  /** Begins with a note. */
  isNote?: boolean;
  /** Stands beside the button that sends. */
  after?: ReactNode;
  ref?: Ref<ComposerHandle>;
}

/** Where one answers a visitor, or leaves a note for colleagues. */
export function Composer({ chat, ...props }: ComposerProps) {
  return <Writing key={chat.id} sheet={useSheet(chat.id)} {...props} />;
}

function Writing({ sheet, contact, isNote = false, after, ref }: Omit<ComposerProps, 'chat'> & { sheet: Sheet }) {
  const { composer: texts } = useTexts();
  const agents = useAgents();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isManaging, setManaging] = useState(false);
  const mode = useSheetPart(sheet, (state) => state.mode);
  const take = useTakenFiles(sheet);
  useKeeping(sheet);
  useEffect(() => {
    if (isNote) sheet.turn('note');
  }, [sheet, isNote]);

  const focus = (next?: Mode) => {
    if (next) sheet.turn(next);
    field.current?.focus();
  };
  useImperativeHandle(ref, () => ({ focus, insert: (text) => field.current && insertText(field.current, text) }));
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
      <WritingField {...common} contact={contact} onManage={() => setManaging(true)} />
      <ComposerTools {...common} after={after} />
      <Suspense>{isManaging && <PhraseManager onClose={closeManager} />}</Suspense>
    </section>
  );
}
