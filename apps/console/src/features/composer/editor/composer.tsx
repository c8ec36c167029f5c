import type { Chat } from '@parley/live';
import { lazy, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { isDraftUsed } from '../../../entities/chat/ai/is-draft-used.ts';
import { isCustomChannel } from '../../../entities/chat/channel-name.ts';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { findUnfilled } from '../../../entities/phrase/variables.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useChatAiTexts } from '../../../locales/pages/chat-ai.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { AttachmentChips } from '../attachments/attachment-chips.tsx';
import type { Draft } from '../draft/draft.ts';
import type { Mode } from '../draft/draft-storage.ts';
import { useBlocker } from '../draft/use-blocker.ts';
import { useDraft, useDraftState } from '../draft/use-draft.ts';
import { useDraftSaving } from '../draft/use-draft-saving.ts';
import { mentionsIn } from '../suggestions/mentions.ts';
import { useSuggestions } from '../suggestions/use-suggestions.ts';
import styles from './composer.module.css';
import { ComposerTools } from './composer-tools.tsx';
import { EditedDraft } from './edited-draft.tsx';
import { HiddenParts } from './hidden-parts.tsx';
import { MessageField } from './message-field.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { ReachHint } from './reach-hint.tsx';
import { ShutComposer } from './shut-composer.tsx';

const PhraseManager = lazy(async () => ({ default: (await import('../phrases/phrase-manager.tsx')).PhraseManager }));

interface ComposerProps {
  chat: Chat;
  contact: Contact | undefined;
  /** Closes the chat after the last message. */
  onDone: () => void;
}

/** Writes replies and notes. */
export function Composer({ chat, ...props }: ComposerProps) {
  return <Writing key={chat.id} draft={useDraft(chat.id)} chat={chat} {...props} />;
}

interface WritingProps extends ComposerProps {
  draft: Draft;
}

function Writing({ draft, chat, contact, onDone }: WritingProps) {
  const { is_internal: isInternal, reach, channel } = chat;
  const { composer: texts } = useTexts();
  const aiTexts = useChatAiTexts();
  const agents = useAgents();
  const explain = useExplain();
  const notify = useNotice();
  const field = useRef<HTMLTextAreaElement>(null);
  const region = useRef<HTMLElement>(null);
  const [isManaging, setManaging] = useState(false);
  /** The text that the agent was asked to fill in: sending it again sends it as it is. */
  const [refused, setRefused] = useState<string>();
  const mode = useDraftState(draft, (state) => state.mode);
  const blocker = useBlocker(chat, draft);
  useDraftSaving(draft);

  const focus = (next?: Mode) => {
    // At once, since a shut composer has no field to focus.
    if (next) flushSync(() => draft.setMode(next));
    (field.current ?? region.current)?.focus();
  };
  const suggestions = useSuggestions({
    field,
    contact,
    canMention: mode === 'note',
    onManage: () => setManaging(true),
  });
  const submit = (isLast = false) => {
    const text = draft.state[mode];
    const unfilled = findUnfilled(text);
    if (unfilled && text !== refused) {
      setRefused(text);
      focus();
      return field.current?.setSelectionRange(unfilled.from, unfilled.to);
    }
    const people = agents.values().filter(({ type }) => type === 'human');
    draft.send(mentionsIn(draft.state.note, people), {
      onSent: isLast && !isInternal ? onDone : undefined,
      onFailed: onDraftFailed,
    });
  };
  const onDraftFailed = (error: Error) =>
    notify({ kind: 'failed', text: isDraftUsed(error) ? aiTexts.draftUsed : explain(error) });
  const closeManager = () => {
    setManaging(false);
    focus();
  };

  const common = { draft, isInternal, field, suggestions, onFiles: draft.attach, onSubmit: submit };
  return (
    <section ref={region} tabIndex={-1} className={styles.composer} data-mode={mode} aria-label={texts.region}>
      <div className={styles.head}>
        <ModeSwitch mode={mode} isInternal={isInternal} onModeChange={focus} />
        {mode === 'reply' && <ReachHint reach={reach} />}
      </div>
      <div role="status">{blocker && <ShutComposer blocker={blocker} channel={channel} />}</div>
      {!blocker && (
        <OpenComposer region={region}>
          <EditedDraft draft={draft} />
          <AttachmentChips draft={draft} />
          {isCustomChannel(channel) && <HiddenParts draft={draft} />}
          <MessageField {...common} onLeave={() => region.current?.focus()} />
          <ComposerTools {...common} refused={refused} />
        </OpenComposer>
      )}
      <Suspense>{isManaging && <PhraseManager onClose={closeManager} />}</Suspense>
    </section>
  );
}

/** Gives the focus to the region when the composer shuts while somebody writes. */
function OpenComposer({ region, children }: { region: RefObject<HTMLElement | null>; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const open = place.current;
    return () => {
      // The region is known later than what is in it.
      if (open?.contains(document.activeElement)) region.current?.focus();
    };
  }, [region]);
  return <div ref={place}>{children}</div>;
}
