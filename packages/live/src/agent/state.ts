import type { agentLive, CallBody, CallReply, Chat, LiveData, Message } from '@parley/contract';
import type { ConnectionState } from '../connection/connection.ts';
import type { Pending } from '../outbox.ts';

export type AgentCalls = typeof agentLive.calls;
export type AgentEvents = typeof agentLive.events;

export type Colleague = CallReply<AgentCalls['resume']>['agents'][number];
export type SiteVisitor = LiveData<AgentEvents['visitors']>['here'][number];
export type LiveContact = LiveData<AgentEvents['contact']>['contact'];

/** What an agent can say to a visitor. */
export type AgentContent = Omit<CallBody<AgentCalls['send']>, 'chat_id' | 'client_message_id'>;

/** What is written in a chat: to the visitor, or for colleagues. */
export type AgentWriting = AgentContent | { type: 'note'; body: string; mentions?: readonly number[] };

export interface AgentPending extends Pending<AgentWriting> {
  readonly chat_id: number;
}

/** Somebody who types. */
export interface Typist {
  side: 'client' | 'agent';
  agent_id: number | null;
  /** What, as far as it is known: only of a chat that is looked at. */
  text: string | null;
}

export interface AgentState extends ConnectionState {
  agents: readonly Colleague[];
  /** Those that were loaded or heard of. */
  chats: ReadonlyMap<number, Chat>;
  pending: readonly AgentPending[];
  /** By chat. */
  typing: ReadonlyMap<number, readonly Typist[]>;
  /** Who is on the site, while they are watched. */
  visitors: ReadonlyMap<string, SiteVisitor>;
}

export interface ConversationState {
  /** Null until it is known. */
  chat: Chat | null;
  /** Notes too, by id. */
  messages: readonly Message[];
  /** Who looks at it, if it is the one that is looked at. */
  viewers: readonly number[];
  typing: readonly Typist[];
}
