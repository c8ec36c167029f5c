import type { CallReply, Chat } from '@parley/contract';
import type { Answer } from '../connection/problem.ts';
import type { AgentCalls, LiveContact } from './state.ts';

/** A chat of which not all has to be told. */
export type ChatChanges = Partial<Chat> & Pick<Chat, 'id' | 'version'>;

interface KnownChatsPlan {
  ask(ids: number[]): Promise<Answer<CallReply<AgentCalls['chats']>> | undefined>;
  /** Whether somebody else brings this chat up to date. */
  isCaughtUp(id: number): boolean;
  onChange(chats: ReadonlyMap<number, Chat>): void;
}

const MOST_AT_ONCE = 100;

/** The chats that a console has heard of, each in the newest version that it was told. */
export function createKnownChats({ ask, isCaughtUp, onChange }: KnownChatsPlan) {
  let chats: ReadonlyMap<number, Chat> = new Map();
  /** Chats to ask for, with the version that they have at least. */
  const wanted = new Map<number, number>();
  let isAsking = false;
  let isDue = false;

  const versionOf = (id: number) => chats.get(id)?.version ?? -1;

  function learn(told: readonly Chat[], gone: readonly number[] = []) {
    const newer = told.filter(isNews);
    for (const { id, version } of told) if (version >= (wanted.get(id) ?? 0)) wanted.delete(id);
    for (const id of gone) wanted.delete(id);
    if (!newer.length && !gone.some((id) => chats.has(id))) return;
    replace(newer, gone);
  }

  /** What their contact goes by changes without a change of the chat. */
  function isNews(told: Chat) {
    const known = chats.get(told.id);
    return !known || told.version > known.version || (told.version === known.version && isRenamed(told, known));
  }

  /** Copied as a whole, which takes half the time of going through them: thousands may be known, and many change. */
  function replace(told: readonly Chat[], gone: readonly number[] = []) {
    const next = new Map(chats);
    for (const id of gone) next.delete(id);
    for (const chat of told) next.set(chat.id, chat);
    chats = next;
    onChange(chats);
  }

  function rename({ id, name, email, phone }: LiveContact) {
    const contact_name = name ?? email ?? phone;
    const renamed = [...chats.values()]
      .filter((chat) => chat.contact_id === id && isRenamed(chat, { contact_name }))
      .map((chat) => ({ ...chat, contact_name }));
    if (renamed.length) replace(renamed);
  }

  /** Takes changes over if they follow what is known, and asks for the chat if they do not. */
  function change(changes: ChatChanges) {
    const known = chats.get(changes.id);
    if (isWhole(changes)) learn([changes]);
    else if (known?.version === changes.version - 1) learn([{ ...known, ...changes }]);
    else want([changes]);
  }

  function want(heads: readonly { id: number; version: number }[]) {
    for (const { id, version } of heads) {
      if (version > Math.max(versionOf(id), wanted.get(id) ?? -1)) wanted.set(id, version);
    }
    void run();
  }

  async function run() {
    isDue = true;
    if (isAsking) return;
    isAsking = true;
    while (isDue) {
      isDue = false;
      const ids = [...wanted.keys()].filter((id) => !isCaughtUp(id));
      for (let at = 0; at < ids.length; at += MOST_AT_ONCE) await askFor(ids.slice(at, at + MOST_AT_ONCE));
    }
    isAsking = false;
  }

  /** What is not answered stays wanted until the next time. */
  async function askFor(ids: number[]) {
    const answer = await ask(ids);
    if (!answer?.data) return;
    const told = answer.data.chats;
    learn(
      told,
      ids.filter((id) => told.every((chat) => chat.id !== id)),
    );
  }

  /** Any of them may have changed. */
  function doubt() {
    for (const { id, version } of chats.values()) wanted.set(id, Math.max(version, wanted.get(id) ?? 0));
    void run();
  }

  return { learn, change, rename, want, doubt, run };
}

type Named = Pick<Chat, 'contact_name'>;
const isRenamed = (one: Named, other: Named) => one.contact_name !== other.contact_name;

/** When it was made never changes, so it is told only with everything else. */
const isWhole = (changes: ChatChanges): changes is Chat => 'created_at' in changes;
