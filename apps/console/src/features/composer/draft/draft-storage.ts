export const modes = ['reply', 'note'] as const;
export type Mode = (typeof modes)[number];

interface Draft {
  text: string;
  at: number;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
type Kept = Record<string, Draft>;

const MOST_DRAFTS = 50;
const PAUSE_MS = 400;

export type Drafts = ReturnType<typeof createDrafts>;

/** What was written and not sent, in a place that all tabs share: each puts down only what was typed in it. */
export function createDrafts(name: string, shelf: () => Shelf = () => localStorage) {
  const unsaved = new Map<string, Draft>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(): Kept {
    try {
      return JSON.parse(shelf().getItem(name) ?? '{}');
    } catch {
      return {};
    }
  }

  function save() {
    clearTimeout(timer);
    if (!unsaved.size) return;
    try {
      shelf().setItem(name, JSON.stringify(newest({ ...read(), ...Object.fromEntries(unsaved) })));
      unsaved.clear();
    } catch {
      // A browser that forbids storage, or has none left: they last as long as the page.
    }
  }

  return {
    save,
    find(chatId: number, mode: Mode) {
      const key = keyOf(chatId, mode);
      return (unsaved.get(key) ?? read()[key])?.text ?? '';
    },
    keep(chatId: number, mode: Mode, text: string) {
      unsaved.set(keyOf(chatId, mode), { text, at: Date.now() });
      clearTimeout(timer);
      // What was sent must not come back, however soon the page is left.
      if (text) timer = setTimeout(save, PAUSE_MS);
      else save();
    },
  };
}

const keyOf = (chatId: number, mode: Mode) => `${chatId} ${mode}`;

function newest(drafts: Kept): Kept {
  const written = Object.entries(drafts).filter(([, { text }]) => text);
  return Object.fromEntries(written.sort(([, one], [, other]) => other.at - one.at).slice(0, MOST_DRAFTS));
}
