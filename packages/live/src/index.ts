export type { Chat, Message } from '@parley/contract';
export { type AgentClient, type AgentOptions, connectAgent } from './agent.ts';
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
} from './agent-state.ts';
export type { ConnectionState, LiveOptions } from './connection.ts';
export type { Conversation } from './conversation.ts';
export type { Refusal } from './line.ts';
export { newId, type Pending } from './outbox.ts';
export type { LiveProblem } from './problem.ts';
export { createStore, type Readable } from './store.ts';
export type { TypingState } from './typing.ts';
export {
  connectVisitor,
  type VisitorClient,
  type VisitorContent,
  type VisitorOptions,
  type VisitorState,
} from './visitor.ts';
