import type { Chat } from '@parley/live';
import { IconAt, IconBolt } from '@tabler/icons-react';
import { lazy, type ReactNode, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Contact } from '../contacts/contact-queries.ts';
import { useTexts } from '../locales/locale.tsx';
import { useAgents } from '../people/use-agents.ts';
import { AttachButton } from './attach-button.tsx';
import { AttachmentChips } from './attachment-chips.tsx';
import styles from './composer.module.css';
import { ComposerState } from './composer-state.tsx';
import type { Mode } from './drafts.ts';
import { insertText } from './insert-text.ts';
import { mentionsIn } from './mentions.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { SendButton } from './send-button.tsx';
import type { Sheet } from './sheet.ts';
import { ToolButton } from './tool-button.tsx';
import { useSheet, useSheetPart } from './use-sheet.ts';
import { useTakenFiles } from './use-taken-files.ts';
import { WritingField } from './writing-field.tsx';

const PhraseManager = lazy(async () => ({ default: (await import('./phrase-manager.tsx')).PhraseManager }));

/** What keys and other parts of the dialog can do with it. @public */
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

/** Where one answers a visitor, or leaves a note for colleagues. @public */
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
  useKeeping(sheet, isNote);
  useImperativeHandle(ref, () => ({
    focus(next) {
      if (next) sheet.turn(next);
      field.current?.focus();
    },
    insert,
  }));

  function insert(text: string) {
    if (field.current) insertText(field.current, text);
  }
  /** A list opens for a sign that begins a word. */
  function ask(sign: string) {
    const { value = '', selectionStart = 0 } = field.current ?? {};
    insert(/\S$/.test(value.slice(0, selectionStart)) ? ` ${sign}` : sign);
  }
  function turn(next: Mode) {
    sheet.turn(next);
    field.current?.focus();
  }
  const submit = () => sheet.send(mentionsIn(sheet.state.note, agents.values()));

  return (
    <section className={styles.composer} data-mode={mode} aria-label={texts.region}>
      <ModeSwitch mode={mode} onTurn={turn} />
      {mode === 'reply' && <AttachmentChips sheet={sheet} />}
      <WritingField
        sheet={sheet}
        contact={contact}
        field={field}
        onSubmit={submit}
        onFiles={take}
        onManage={() => setManaging(true)}
      />
      <div className={styles.tools}>
        <ToolButton label={texts.phrases} icon={IconBolt} onClick={() => ask('/')} />
        {mode === 'reply' && <AttachButton onFiles={take} />}
        {mode === 'note' && <ToolButton label={texts.mention} icon={IconAt} onClick={() => ask('@')} />}
        <ComposerState sheet={sheet} />
        {after}
        <SendButton sheet={sheet} onSubmit={submit} />
      </div>
      <Suspense>{isManaging && <PhraseManager onClose={() => setManaging(false)} />}</Suspense>
    </section>
  );
}

/** Keeps what is written when the chat or the page is left, and takes in what another tab wrote. */
function useKeeping(sheet: Sheet, isNote: boolean) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (sheet.state.attachments.length) event.preventDefault();
    };
    sheet.refresh();
    addEventListener('storage', sheet.refresh);
    addEventListener('pagehide', sheet.leave);
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('storage', sheet.refresh);
      removeEventListener('pagehide', sheet.leave);
      removeEventListener('beforeunload', ask);
      sheet.leave();
    };
  }, [sheet]);
  useEffect(() => {
    if (isNote) sheet.turn('note');
  }, [sheet, isNote]);
}
