// The table "Who owns the next reply" of docs/guides/ai.md, written a second time and independently of the server.

/** What a visitor, a person and the AI can do in a chat. */
export const COMMON = ['write', 'reply', 'claim', 'answer', 'escalate', 'pause', 'resume', 'close'] as const;
export const RARE = ['assign', 'spam', 'reopen', 'block', 'unblock'] as const;
/** `patience`: the visitor has waited as long as the AI leaves a person. */
export type ReplyEvent = (typeof COMMON)[number] | (typeof RARE)[number] | 'patience';

interface ModelTurn {
  turn: number;
  outcome: 'running' | 'waiting' | 'answered' | 'escalated' | 'superseded';
  why: string | null;
  /** Which of the messages it made, from 1. */
  shown: number | null;
  isTakeover: boolean;
}

/** A chat with one person at work, in a widget with one operator. */
export interface ReplyModel {
  owner: 'ai' | 'human' | null;
  turn: number;
  /** Whether the person owns the chat; if not, it is in the queue. */
  isPersons: boolean;
  isAccepted: boolean;
  isPaused: boolean;
  isHandedOver: boolean;
  isSpam: boolean;
  isDone: boolean;
  isBlocked: boolean;
  isWaiting: boolean;
  /** The wait that closing or spam ended, and reopening resumes. */
  hasWaited: boolean;
  /** Whether either wait is longer than the AI leaves a person. */
  isOverdue: boolean;
  /** Senders of what the visitor sees. */
  said: ('client' | 'agent' | 'ai' | 'system')[];
  /** Oldest first. */
  turns: ModelTurn[];
}

const EMPTY: ReplyModel = {
  owner: null,
  turn: 0,
  isPersons: false,
  isAccepted: false,
  isPaused: false,
  isHandedOver: false,
  isSpam: false,
  isDone: false,
  isBlocked: false,
  isWaiting: false,
  hasWaited: false,
  isOverdue: false,
  said: [],
  turns: [],
};

/** Why the AI would not answer the visitor's next message. */
export function silenceIn(chat: ReplyModel) {
  if (chat.isPaused) return 'paused';
  if (chat.isSpam) return 'spam';
  if (chat.isBlocked) return 'blocked';
  if (chat.owner === 'ai' || chat.isDone) return null;
  if (chat.isHandedOver) return 'handed_over';
  return chat.isPersons ? 'person' : null;
}

/** The turn in which a model is being asked. */
export const openTurn = ({ turns }: ReplyModel) => turns.find(({ outcome }) => outcome === 'running');

interface ModelOptions {
  /** Whether the AI takes over from a person who keeps the visitor waiting. */
  hasTakeover: boolean;
}

export function afterEvent(before: ReplyModel, event: ReplyEvent, options: ModelOptions): ReplyModel {
  const chat = { ...before, said: [...before.said], turns: before.turns.map((turn) => ({ ...turn })) };
  STEPS[event](chat, options);
  return chat;
}

/** After the visitor's first message. */
export const started = (options: ModelOptions) => afterEvent(EMPTY, 'write', options);

export const isOfAi = (event: ReplyEvent) => event === 'answer' || event === 'escalate';

type Step = (chat: ReplyModel, options: ModelOptions) => void;

const STEPS: Record<ReplyEvent, Step> = {
  write(chat, { hasTakeover }) {
    if (chat.isBlocked) return;
    const silence = silenceIn(chat);
    chat.said.push('client');
    if (chat.isSpam) return void Object.assign(chat, { isOverdue: chat.hasWaited && chat.isOverdue, hasWaited: true });
    const isOverdue = chat.isWaiting && chat.isOverdue;
    Object.assign(chat, { isWaiting: true, hasWaited: false, isOverdue, isDone: false });
    if (silence === null) return startTurn(chat);
    const isTimed = hasTakeover && silence === 'person' && chat.isAccepted;
    if (isTimed && !pendingTakeover(chat)) addTurn(chat, 'waiting');
    chat.isPersons = true;
    if (isTimed && isOverdue) takeOver(chat);
  },

  reply(chat) {
    takeFromAi(chat, 'person');
    chat.said.push('agent');
    Object.assign(chat, { isHandedOver: false, isWaiting: false, hasWaited: false, isOverdue: false });
    if (chat.isSpam) return;
    Object.assign(chat, { isDone: false, isPersons: true, isAccepted: true });
  },

  claim(chat) {
    if (chat.isPersons && chat.isAccepted) return;
    takeFromAi(chat, 'person');
    Object.assign(chat, { isPersons: true, isAccepted: true });
  },

  assign(chat) {
    if (chat.isPersons) return;
    takeFromAi(chat, 'person');
    chat.isPersons = true;
  },

  answer(chat) {
    const turn = openTurn(chat);
    if (!turn) return;
    if (turn.isTakeover) chat.said.push('system');
    chat.said.push('ai');
    Object.assign(turn, { outcome: 'answered', shown: chat.said.length });
    Object.assign(chat, { isWaiting: false, hasWaited: false, isOverdue: false });
    Object.assign(chat, { isAccepted: true, isPersons: false });
  },

  escalate(chat) {
    const turn = openTurn(chat);
    if (!turn) return;
    Object.assign(turn, { outcome: 'escalated', why: 'marker' });
    chat.turn += 1;
    chat.said.push('system');
    Object.assign(chat, { owner: 'human', isHandedOver: true, isPersons: true });
  },

  pause(chat) {
    if (chat.isPaused) return;
    chat.isPaused = true;
    releaseTo(chat, 'paused');
  },

  /** From the visitor's next message on. */
  resume(chat) {
    chat.isPaused = false;
    if (!chat.isSpam && chat.owner !== 'ai') Object.assign(chat, { isPersons: false, isHandedOver: false });
  },

  close(chat) {
    if (chat.isSpam || chat.isDone) return;
    takeFromAi(chat, 'closed');
    endWait(chat);
    chat.isDone = true;
  },

  spam(chat) {
    if (chat.isSpam) return;
    takeFromAi(chat, 'spam');
    if (!chat.isDone) endWait(chat);
    chat.isSpam = true;
  },

  reopen(chat) {
    if (!chat.isSpam && !chat.isDone) return;
    Object.assign(chat, { isWaiting: chat.hasWaited, hasWaited: false, isSpam: false, isDone: false });
  },

  block(chat) {
    chat.isBlocked = true;
    releaseTo(chat, 'blocked');
  },

  unblock(chat) {
    chat.isBlocked = false;
  },

  patience(chat) {
    chat.isOverdue = chat.isWaiting || chat.hasWaited;
    takeOver(chat);
  },
};

const pendingTakeover = ({ turns }: ReplyModel) => turns.find(({ outcome }) => outcome === 'waiting');

/** Unless somebody has ended the wait, or the AI must not answer. */
function takeOver(chat: ReplyModel) {
  const takeover = pendingTakeover(chat);
  if (!takeover) return;
  const silence = silenceIn(chat);
  if (silence === 'person' && chat.isWaiting && chat.isAccepted) {
    chat.turn += 1;
    chat.owner = 'ai';
    return void Object.assign(takeover, { outcome: 'running', turn: chat.turn });
  }
  const isOther = silence === 'paused' || silence === 'spam' || silence === 'blocked';
  const why = isOther ? silence : chat.isDone ? 'closed' : 'person';
  Object.assign(takeover, { outcome: 'superseded', why });
}

function addTurn(chat: ReplyModel, outcome: 'running' | 'waiting') {
  chat.turns.push({ turn: chat.turn, outcome, why: null, shown: null, isTakeover: outcome === 'waiting' });
}

/** One turn answers all that is unanswered. */
function startTurn(chat: ReplyModel) {
  if (chat.owner === 'ai') endTurns(chat, 'visitor');
  chat.turn += 1;
  Object.assign(chat, { owner: 'ai', isPersons: false, isHandedOver: false });
  addTurn(chat, 'running');
}

function endTurns({ turns }: ReplyModel, why: string) {
  if (!turns.some(({ outcome }) => outcome === 'running')) return;
  for (const turn of turns) {
    if (turn.outcome === 'running' || turn.outcome === 'waiting') Object.assign(turn, { outcome: 'superseded', why });
  }
}

function takeFromAi(chat: ReplyModel, why: string) {
  if (chat.owner !== 'ai') return false;
  endTurns(chat, why);
  chat.turn += 1;
  chat.owner = 'human';
  return true;
}

/** Who waits is routed. */
function releaseTo(chat: ReplyModel, why: string) {
  if (takeFromAi(chat, why) && chat.isWaiting) chat.isPersons = true;
}

function endWait(chat: ReplyModel) {
  chat.hasWaited = chat.isWaiting;
  chat.isWaiting = false;
}
