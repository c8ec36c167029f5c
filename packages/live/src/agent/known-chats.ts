import type { CallReply, Chat } from '@parley/contract';
import type { CallResult } from '../connection/problem.ts';
import type { AgentCalls, LiveContact } from './state.ts';

/** A chat, or only its changed members. */
type ChatChanges = Partial<Chat> & Pick<Chat, 'id' | 'version'>;
type ChatHead = Pick<Chat, 'id' | 'version'>;

interface KnownChatsPorts {
  fetch(ids: number[]): Promise<CallResult<CallReply<AgentCalls['chats']>> | undefined>;
  /** Whether an open conversation keeps this chat up to date. */
  isFollowed(id: number): boolean;
  onChange(chats: ReadonlyMap<number, Chat>): void;
}

const BATCH_SIZE = 100;

/** The chats a console knows, each in its latest version. */
export function createKnownChats({ fetch, isFollowed, onChange }: KnownChatsPorts) {
  let chats: ReadonlyMap<number, Chat> = new Map();
  const outdated = createOutdatedChats({ fetch, isFollowed, onFetched: update });

  function update(fetched: readonly Chat[], gone: readonly number[] = []) {
    const newer = fetched.filter(isNewer);
    outdated.resolve(fetched, gone);
    if (!newer.length && !gone.some((id) => chats.has(id))) return;
    replace(newer, gone);
  }

  /** Renaming a contact does not change the version of its chats. */
  function isNewer(chat: Chat) {
    const known = chats.get(chat.id);
    return !known || chat.version > known.version || (chat.version === known.version && isRenamed(chat, known));
  }

  /** Copies the whole map, in half the time of going through it: thousands may be known, and many change. */
  function replace(changed: readonly Chat[], gone: readonly number[] = []) {
    const next = new Map(chats);
    for (const id of gone) next.delete(id);
    for (const chat of changed) next.set(chat.id, chat);
    chats = next;
    onChange(chats);
  }

  function renameContact({ id, name, email, phone }: LiveContact) {
    const contact_name = name ?? email ?? phone;
    const renamed = [...chats.values()]
      .filter((chat) => chat.contact_id === id && isRenamed(chat, { contact_name }))
      .map((chat) => ({ ...chat, contact_name }));
    if (renamed.length) replace(renamed);
  }

  /** Applies changes that follow the known version, and fetches the chat otherwise. */
  function applyChanges(changes: ChatChanges) {
    const known = chats.get(changes.id);
    if (isWhole(changes)) update([changes]);
    else if (known?.version === changes.version - 1) update([{ ...known, ...changes }]);
    else onHeads([changes]);
  }

  /** Fetches the chats whose version is newer than the known one. */
  function onHeads(heads: readonly ChatHead[]) {
    outdated.add(heads.filter(({ id, version }) => version > (chats.get(id)?.version ?? -1)));
  }

  return {
    update,
    applyChanges,
    renameContact,
    onHeads,
    /** Fetches all again: any may have changed. */
    invalidate: () => outdated.add([...chats.values()]),
    run: outdated.run,
  };
}

interface OutdatedChatsPorts extends Pick<KnownChatsPorts, 'fetch' | 'isFollowed'> {
  onFetched(chats: readonly Chat[], gone: readonly number[]): void;
}

/** Chats to fetch, with the version each has at least. */
function createOutdatedChats({ fetch, isFollowed, onFetched }: OutdatedChatsPorts) {
  const versions = new Map<number, number>();
  let isRunning = false;
  let isDue = false;

  async function run() {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    while (isDue) {
      isDue = false;
      const ids = [...versions.keys()].filter((id) => !isFollowed(id));
      for (let at = 0; at < ids.length; at += BATCH_SIZE) await fetchBatch(ids.slice(at, at + BATCH_SIZE));
    }
    isRunning = false;
  }

  /** Without an answer they stay outdated until the next run. */
  async function fetchBatch(ids: number[]) {
    const result = await fetch(ids);
    if (!result?.data) return;
    const { chats } = result.data;
    const gone = ids.filter((id) => chats.every((chat) => chat.id !== id));
    onFetched(chats, gone);
  }

  return {
    run,
    add(heads: readonly ChatHead[]) {
      for (const { id, version } of heads) versions.set(id, Math.max(version, versions.get(id) ?? -1));
      void run();
    },
    resolve(fetched: readonly ChatHead[], gone: readonly number[]) {
      for (const { id, version } of fetched) if (version >= (versions.get(id) ?? 0)) versions.delete(id);
      for (const id of gone) versions.delete(id);
    },
  };
}

type Named = Pick<Chat, 'contact_name'>;
const isRenamed = (one: Named, other: Named) => one.contact_name !== other.contact_name;

/** The time of creation never changes, so that only whole chats carry it. */
const isWhole = (changes: ChatChanges): changes is Chat => 'created_at' in changes;
