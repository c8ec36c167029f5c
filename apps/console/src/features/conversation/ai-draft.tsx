import { Button, UnstyledButton } from '@mantine/core';
import type { Message } from '@parley/live';
import { IconChevronDown, IconPencil, IconSend2, IconSparkles, IconTrash } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useAgents } from '../../entities/agent/use-agents.ts';
import type { Turn } from '../../entities/chat/ai/ai-queries.ts';
import { TurnLine } from '../../entities/chat/ai/turn-line.tsx';
import { MessageContent } from '../../entities/message/body/message-content.tsx';
import { useTexts } from '../../locales/locale.tsx';
import { useChatAiTexts } from '../../locales/pages/chat-ai.ts';
import { useLogFocus } from '../../ui/keys/use-log-focus.ts';
import styles from './ai-draft.module.css';
import { useAiDraft } from './use-ai-draft.ts';

interface AiDraftProps {
  message: Message;
  /** Only this one can be used. */
  isNewest: boolean;
  /** The team has replied since. */
  isAnswered: boolean;
  turn: Turn | undefined;
  onEdit: (draft: Message) => void;
}

/** A reply that the AI suggests: the newest to be used, earlier ones to be read. */
export const AiDraft = memo(function AiDraft(props: AiDraftProps) {
  const { message, isNewest, isAnswered, turn, onEdit } = props;
  const { inbox } = useTexts();
  const texts = useChatAiTexts();
  const agents = useAgents();
  const isCurrent = isNewest && !isAnswered;
  const [isOpen, setOpen] = useState(false);
  const name = agents.get(message.agent_id ?? 0)?.name ?? inbox.ai;
  return (
    <article className={styles.draft} data-current={isCurrent || undefined} aria-label={texts.draftOf(name)}>
      {isCurrent ? (
        <div className={styles.head}>
          <IconSparkles size={14} stroke={1.75} aria-hidden />
          {texts.draftOf(name)}
          <span className={styles.only}>{inbox.note}</span>
        </div>
      ) : (
        <UnstyledButton className={styles.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconSparkles size={14} stroke={1.75} aria-hidden />
          {texts.earlierDraft(name)}
          <IconChevronDown size={14} stroke={2} aria-hidden className={styles.arrow} />
        </UnstyledButton>
      )}
      {(isCurrent || isOpen) && (
        <>
          <div className={styles.text}>
            <MessageContent message={message} onOpenPicture={() => undefined} />
          </div>
          <div className={styles.foot}>
            {isNewest && <Uses draft={message} onEdit={onEdit} />}
            {turn && <TurnLine turn={turn} />}
          </div>
        </>
      )}
    </article>
  );
});

function Uses({ draft, onEdit }: { draft: Message; onEdit: (draft: Message) => void }) {
  const texts = useChatAiTexts();
  const place = useLogFocus<HTMLDivElement>();
  const { send, discard, isBusy } = useAiDraft(draft);
  const shared = { size: 'compact-sm', 'aria-disabled': isBusy } as const;
  return (
    <div ref={place} className={styles.uses}>
      <Button {...shared} leftSection={<IconSend2 size={14} stroke={1.75} aria-hidden />} onClick={send}>
        {texts.send}
      </Button>
      <Button
        {...shared}
        variant="default"
        leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}
        onClick={() => onEdit(draft)}
      >
        {texts.edit}
      </Button>
      <Button
        {...shared}
        variant="subtle"
        color="gray"
        leftSection={<IconTrash size={14} stroke={1.75} aria-hidden />}
        onClick={discard}
      >
        {texts.discard}
      </Button>
    </div>
  );
}
