export const modes = ['reply', 'note'] as const;
export type Mode = (typeof modes)[number];

interface StoredDraft {
  text: string;
  at: number;
}

type StorageArea = Pick<Storage, 'getItem' | 'setItem'>;
type StoredDrafts = Record<string, StoredDraft>;

const MAX_DRAFTS = 50;
const DEBOUNCE_MS = 400;

export type DraftStorage = ReturnType<typeof createDraftStorage>;

/** Drafts in storage that all tabs share. A tab writes only the drafts that it changed. */
export function createDraftStorage(name: string, storage: () => StorageArea = () => localStorage) {
  const unsaved = new Map<string, StoredDraft>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function readAll(): StoredDrafts {
    try {
      return JSON.parse(storage().getItem(name) ?? '{}');
    } catch {
      return {};
    }
  }

  function flush() {
    clearTimeout(timer);
    if (!unsaved.size) return;
    try {
      storage().setItem(name, JSON.stringify(keepNewest({ ...readAll(), ...Object.fromEntries(unsaved) })));
      unsaved.clear();
    } catch {
      // Storage is forbidden or full: drafts last as long as the page.
    }
  }

  return {
    flush,
    read(chatId: number, mode: Mode) {
      const key = draftKey(chatId, mode);
      return (unsaved.get(key) ?? readAll()[key])?.text ?? '';
    },
    write(chatId: number, mode: Mode, text: string) {
      unsaved.set(draftKey(chatId, mode), { text, at: Date.now() });
      clearTimeout(timer);
      // A sent draft must not come back, even if the page is left now.
      if (text) timer = setTimeout(flush, DEBOUNCE_MS);
      else flush();
    },
  };
}

const draftKey = (chatId: number, mode: Mode) => `${chatId} ${mode}`;

function keepNewest(drafts: StoredDrafts): StoredDrafts {
  const written = Object.entries(drafts).filter(([, { text }]) => text);
  return Object.fromEntries(written.sort(([, one], [, other]) => other.at - one.at).slice(0, MAX_DRAFTS));
}
