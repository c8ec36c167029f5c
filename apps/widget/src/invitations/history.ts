import type { MomentOf } from '@parley/invitations';
import type { Shell } from '../shell.ts';

type Past = MomentOf<string>['shown'][number] & { isHeldOut?: boolean };

interface History {
  visits: number;
  pages: number;
  /** When the visit began, and its last page. */
  since: number;
  seen: number;
  /** Decides who is held out. */
  draw: number;
  shown: Past[];
}

const VISIT_MS = 30 * 60_000;
const DISMISSED_MS = 30 * 86_400_000;
const MAX_SHOWN = 100;
/** Spreads the draw, so that one visitor is not held out of every invitation, nor of a rule and a campaign of one number. */
const GOLDEN_RATIO = 0.618;
const CAMPAIGN_SHIFT = 0.25;

/**
 * What the browser remembers of invitations. With tracking that is the visits; without, only what was shown in this one. A
 * dismissal is the visitor's choice and is always kept. Read anew each time: other tabs write it too, and a reset clears it.
 */
export function openHistory({ config: { tracking }, memory }: Shell) {
  const key = tracking ? 'history' : 'shown';
  const draw = Math.random();
  const loaded = Date.now();
  let pages = 0;

  function read(): History {
    const blank = { visits: 0, pages, since: loaded, seen: 0, draw, shown: [] };
    const stored = parse(memory.get(key));
    if (tracking) return { ...blank, ...(stored as Partial<History>) };
    const shown = Array.isArray(stored) ? (stored as Past[]) : [];
    // What was shown on an earlier page tells that the visit began before this one.
    return { ...blank, visits: 1, since: Math.min(loaded, ...shown.map(({ at }) => Date.parse(at))), shown };
  }

  function write(history: History) {
    memory.set(key, JSON.stringify(tracking ? history : history.shown));
  }

  const dismissals = (): Past[] => (parse(memory.get('dismissed')) as Past[] | undefined) ?? [];

  return {
    openPage() {
      pages += 1;
      if (!tracking) return;
      const history = read();
      const now = Date.now();
      const isNewVisit = now - history.seen > VISIT_MS;
      const visit = isNewVisit ? { visits: history.visits + 1, pages: 1, since: now } : { pages: history.pages + 1 };
      write({ ...history, ...visit, seen: now });
    },
    /** As the evaluator needs it. */
    read(now: number) {
      const { visits, pages, since, shown } = read();
      const dismissed = dismissals();
      const others = shown.filter(
        (one) => !dismissed.some(({ rule_id, at }) => rule_id === one.rule_id && at === one.at),
      );
      return { visits, pages, seconds_on_site: (now - since) / 1_000, shown: [...others, ...dismissed] };
    },
    add(past: Past) {
      const history = read();
      write({ ...history, shown: [...history.shown, past].slice(-MAX_SHOWN) });
    },
    addDismissal(past: Past) {
      const kept = dismissals().filter(({ at }) => Date.now() - Date.parse(at) < DISMISSED_MS);
      memory.set('dismissed', JSON.stringify([...kept, { ...past, dismissed: true }]));
    },
    /** Decided once: what the visitor was shown before they are shown again. */
    isHeldOut(rule_id: string, percent: number) {
      const { shown, draw } = read();
      const before = shown.find((past) => past.rule_id === rule_id);
      if (before) return Boolean(before.isHeldOut);
      const shift = Number(rule_id.slice(1)) * GOLDEN_RATIO + (rule_id.startsWith('c') ? CAMPAIGN_SHIFT : 0);
      return ((draw + shift) % 1) * 100 < percent;
    },
  };
}

function parse(text = 'null'): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
