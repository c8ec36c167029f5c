import type { Chat, ConversationState, Message } from '@parley/live';
import { useCallback } from 'react';
import type { useConversation } from '../../data/live/use-conversation.ts';
import { useTurns } from '../../entities/chat/ai/use-turns.ts';
import type { Contact } from '../../entities/contact/contact-queries.ts';
import { AiBar } from '../../features/chat-actions/ai-bar/ai-bar.tsx';
import { useDraft } from '../../features/composer/draft/use-draft.ts';
import { CollisionBar } from '../../features/conversation/collision-bar.tsx';
import { Timeline } from '../../features/conversation/timeline.tsx';
import { letters } from '../../ui/keys/letters.ts';
import { pressKey } from '../../ui/keys/press-key.ts';

interface ChatMessagesProps {
  chat: Chat;
  contact: Contact | undefined;
  conversation: ConversationState;
  history: ReturnType<typeof useConversation>['history'];
}

/** The messages, and who else answers: colleagues and the AI, whose drafts are edited in the composer. */
export function ChatMessages({ chat, contact, conversation, history }: ChatMessagesProps) {
  const turns = useTurns(chat, conversation);
  const draft = useDraft(chat.id);
  const edit = useCallback(
    ({ id, body }: Message) => {
      draft.adopt({ id, text: body ?? '' });
      pressKey(letters.reply);
    },
    [draft],
  );
  return (
    <>
      <Timeline
        chat={chat}
        contact={contact}
        conversation={conversation}
        history={history}
        turns={turns}
        onEditDraft={edit}
      />
      <CollisionBar chat={chat} conversation={conversation} />
      <AiBar chat={chat} contact={contact} turn={turns.newest} />
    </>
  );
}
