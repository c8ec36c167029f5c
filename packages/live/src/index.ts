export type { Chat, ChatView, LogEntry, LogEntryType, Message } from '@parley/contract';
export { type AgentClient, type AgentOptions, connectAgent } from './agent/agent.ts';
export type { Conversation } from './agent/conversation.ts';
export type {
  AgentContent,
  AgentPending,
  AgentState,
  AgentWriting,
  Colleague,
  ConversationState,
  LiveContact,
  SiteVisitor,
  Typist,
} from './agent/state.ts';
export type { ConnectionState, LiveOptions } from './connection/connection.ts';
export type { LiveProblem } from './connection/problem.ts';
export type { Refusal } from './connection/reconnecting-socket.ts';
export {
  chatViews,
  compareByWaiting,
  type InboxQuery,
  isDone,
  isSnoozed,
  isSpam,
  matchesInbox,
  viewOf,
} from './inbox-query.ts';
export { newId, type Pending } from './outbox.ts';
export { createStore, type Readable, type Store } from './store.ts';
export type { TypingState } from './typing.ts';
export {
  connectVisitor,
  type VisitorClient,
  type VisitorContent,
  type VisitorOptions,
  type VisitorState,
} from './visitor/visitor.ts';
