import type { agentLive, CallBody, CallReply, Chat, LiveData, LogEntry, Message } from '@parley/contract';
import type { ConnectionState } from '../connection/connection.ts';
import type { Pending } from '../outbox.ts';

export type AgentCalls = typeof agentLive.calls;
export type AgentEvents = typeof agentLive.events;

export type Colleague = CallReply<AgentCalls['resume']>['agents'][number];
export type SiteVisitor = LiveData<AgentEvents['visitors']>['here'][number];
export type LiveContact = LiveData<AgentEvents['contact']>['contact'];

/** What an agent can send to a visitor. */
export type AgentContent = Omit<CallBody<AgentCalls['send']>, 'chat_id' | 'client_message_id'>;

/** A message to the visitor, or a note for colleagues. */
export type AgentWriting = AgentContent | ({ type: 'note'; mentions?: readonly number[] } & NoteContent);

/** What a note can carry: a text, a file, or both. */
export type NoteContent = Pick<CallBody<AgentCalls['note']>, 'body' | 'file'>;

export interface AgentPending extends Pending<AgentWriting> {
  readonly chat_id: number;
}

export interface Typist {
  side: 'client' | 'agent';
  agent_id: number | null;
  /** A preview, only in the chat that is being viewed. */
  text: string | null;
}

export interface AgentState extends ConnectionState {
  agents: readonly Colleague[];
  /** Those that were loaded or came with an event. */
  chats: ReadonlyMap<number, Chat>;
  pending: readonly AgentPending[];
  /** By chat. */
  typing: ReadonlyMap<number, readonly Typist[]>;
  /** Visitors on the site, while they are watched. */
  visitors: ReadonlyMap<string, SiteVisitor>;
}

export interface ConversationState {
  /** Null until it is known. */
  chat: Chat | null;
  /** By id, with notes. */
  messages: readonly Message[];
  /** What else happened, by id. */
  log: readonly LogEntry[];
  /** Agents who view it, if it is the one viewed here. */
  viewers: readonly number[];
  typing: readonly Typist[];
}
