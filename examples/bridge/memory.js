// What the bridge must know after a restart, in one file.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Of both ways only a redelivery can be older than the latest few, so this is ample. */
const MAX_SEEN = 10_000;

/** @param {string} file */
export function openMemory(file) {
  /** @type {{ number?: number, action: number, seen: string[] }} */
  const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { action: 0, seen: [] };
  const seen = new Set(state.seen);

  function save() {
    const text = JSON.stringify({ ...state, seen: [...seen].slice(-MAX_SEEN) });
    // A rename is whole or not at all, even if the power fails.
    writeFileSync(`${file}.new`, text, { flush: true });
    renameSync(`${file}.new`, file);
  }

  return {
    /** Number of the last event that was handled. */
    get number() {
      return state.number;
    },
    set number(number) {
      state.number = number;
      save();
    },
    /** Number of the last action of the helpdesk that was carried out. */
    get action() {
      return state.action;
    },
    set action(action) {
      state.action = action;
      save();
    },
    /** @param {string} id */
    hasSeen: (id) => seen.has(id),
    /** @param {string} id */
    addSeen(id) {
      seen.add(id);
      save();
    },
  };
}
