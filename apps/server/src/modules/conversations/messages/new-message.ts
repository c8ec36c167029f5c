import type { Chat, File, MessageDelivery, MessageType } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { WidgetWork } from '../../../kernel/data/context.ts';
import { channelIdOf, type LockedChat } from '../chats/index.ts';
import type { MessageRow } from './store.ts';
import type { Payload } from './tables.ts';

export interface NewMessage {
  client_message_id?: string;
  sender: MessageRow['sender'];
  type: MessageType;
  body?: string;
  markdown?: string;
  file?: Pick<File, 'id' | 'name' | 'type' | 'size'>;
  payload?: Payload;
  /** Set by the platform itself, and so in events. */
  origin?: string;
  /** Set by the caller; in no event. */
  callerOrigin?: string;
  /** A note, which only agents see. */
  private?: boolean;
  /** Author of a note or of outreach. */
  agent_id?: number | null;
  /** Nobody asked for it, and it replies to nothing: it has no operator. */
  isOutreach?: boolean;
  /** The human or AI agent who replies; undefined for a visitor or the system. */
  operator?: { id: number; type: 'human' | 'ai' };
  /** Sent through the API, not from the console. */
  isFromApi?: boolean;
  /** Typed in the messenger's own app, so that the customer has it already. */
  isFromVendor?: boolean;
  /** Of the chat after this message, if the message changes it. */
  reach?: Chat['reach'];
  /** Writes what belongs to the message, while the chat is locked and before it is published. */
  alongside?: () => void;
}

/** Where the server's own words are for the visitor, as those of agents are. */
export const PLATFORM = 'platform';

/** Whether the customer of a channel or a messenger gets it. */
export function isReply({ sender, origin, private: isPrivate }: Pick<NewMessage, 'sender' | 'private'> & Origin) {
  return !isPrivate && (sender === 'agent' || sender === 'ai' || origin === PLATFORM);
}

interface Origin {
  origin?: string | null;
}

/** The row is known before the insert, since the chat is locked. */
export function toRow({ now }: WidgetWork, chat: LockedChat, message: NewMessage): MessageRow {
  const { file, private: isPrivate = false } = message;
  return {
    id: chat.next_message_id,
    chat_id: chat.id,
    seq: isPrivate ? null : chat.last_seq + 1,
    client_message_id: message.client_message_id ?? null,
    sender: message.sender,
    agent_id: message.operator?.id ?? message.agent_id ?? null,
    type: message.type,
    body: message.body ?? null,
    markdown: message.markdown ?? null,
    payload: message.payload ?? null,
    file_id: file?.id ?? null,
    file_name: file?.name ?? null,
    file_type: file?.type ?? null,
    file_size: file?.size ?? null,
    origin: message.origin ?? message.callerOrigin ?? null,
    private: isPrivate,
    is_outreach: message.isOutreach ?? false,
    created_at: toIsoString(now),
    // What is repeated in the chat was seen where it was shown first.
    seen_at: message.isOutreach ? toIsoString(now) : null,
    delivery: firstDelivery(chat, message, toIsoString(now)),
    edited_at: null,
    deleted_at: null,
  };
}

function firstDelivery(
  { connection_id, channel }: LockedChat,
  message: NewMessage,
  at: string,
): MessageDelivery | null {
  if ((connection_id === null && !channelIdOf(channel)) || !isReply(message)) return null;
  return { status: message.isFromVendor ? 'sent' : 'queued', reason: null, code: null, detail: null, at };
}
