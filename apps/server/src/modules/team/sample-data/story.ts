import type { Language, Line } from './scripts/script.ts';
import type { SampleChat, SampleMessage } from './store.ts';

export const DAYS = 21;
const CHATS = 126;

/** The same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed;
  // Mulberry32.
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface StoryOptions {
  language: Language;
  agentIds: number[];
  now: Temporal.Instant;
  timeZone: string;
}

/** Three weeks of chats up to now, oldest first; a later `now` tells the same story later. */
export function tellStory({ language, agentIds, now, timeZone }: StoryOptions): SampleChat[] {
  const random = createRandom(42);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));

  const starts = pickTimes(now, timeZone);

  function tell(index: number): SampleChat {
    // Namesakes are far apart.
    const [first, last] = language.names[index % language.names.length] as Language['names'][number];
    const isKnown = random() < 0.85;
    const state = stateOf(index);
    const agentId = state === 'waiting' || state === 'spam' ? null : pick(agentIds);
    const values = {
      name: first,
      order: `${between(10_200, 19_900)}`,
      city: pick(language.cities),
      item: pick(language.items),
    };
    const lines: Line[] = state === 'spam' ? [['client', pick(language.spam)]] : pick(language.conversations);
    const said = state === 'waiting' ? lines.slice(0, 1) : lines;
    const score = pick([5, 5, 5, 4, 5, 4, 3, 2]);
    const comment = random() < 0.4 ? pick(language.comments[score > 3 ? 'good' : 'bad']) : null;
    return {
      name: isKnown ? `${first} ${last}` : null,
      email: isKnown ? `sample-${index}@shop.example` : null,
      phone: random() < 0.3 ? `+1 555 ${between(1_000_000, 9_999_999)}` : null,
      tag: random() < 0.25 ? pick(language.tags) : null,
      page: pick(language.pages).url,
      agentId,
      state,
      messages: speak(said, { values, agentId, start: starts[index] ?? now }),
      rating: state === 'done' && random() < 0.45 ? { score, comment } : null,
    };
  }

  function speak(
    lines: Line[],
    { values, agentId, start }: { values: Record<string, string>; agentId: number | null; start: Temporal.Instant },
  ): SampleMessage[] {
    let at = start;
    return lines.map(([speaker, text], index) => {
      const seconds = index === 0 ? 0 : speaker === 'client' ? between(12, 120) : between(15, index === 1 ? 420 : 90);
      const next = at.add({ seconds });
      at = Temporal.Instant.compare(next, now) < 0 ? next : at;
      const body = text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
      const isClient = speaker === 'client';
      return {
        sender: isClient ? 'client' : 'agent',
        agentId: isClient ? null : agentId,
        isNote: speaker === 'note',
        body,
        at,
      };
    });
  }

  return Array.from({ length: CHATS }, (_, index) => tell(index));
}

/** Older chats are done, but for some spam; of the newest some are waiting, open or snoozed. */
function stateOf(index: number): SampleChat['state'] {
  const left = CHATS - index;
  if (left <= 3) return 'waiting';
  if (left <= 12) return left % 3 ? 'open' : 'done';
  if (index % 29 === 11) return 'spam';
  return left === 14 || left === 18 ? 'snoozed' : 'done';
}

/** How many write on each day, from Monday, and in each hour: most around noon, few at weekends and at night. */
const DAY_WEIGHTS = [12, 11, 10, 10, 9, 5, 4];
const HOUR_WEIGHTS = [1, 0, 0, 0, 0, 0, 1, 3, 6, 10, 13, 14, 12, 11, 12, 13, 12, 10, 8, 7, 6, 5, 3, 2];
/** Minutes ago of the newest chats, so that some are waiting now. */
const NEWEST = [420, 330, 260, 205, 160, 120, 90, 66, 48, 31, 17, 6];

/** When the chats start in the account's time zone, oldest first. */
function pickTimes(now: Temporal.Instant, timeZone: string): Temporal.Instant[] {
  const random = createRandom(7);
  const today = now.toZonedDateTimeISO(timeZone).startOfDay();
  const days = Array.from({ length: DAYS - 1 }, (_, index) => today.subtract({ days: DAYS - 1 - index }));
  const dayWeights = days.map(({ dayOfWeek }, index) => (DAY_WEIGHTS[dayOfWeek - 1] ?? 1) * (1 + index / DAYS));
  const earlier = Array.from({ length: CHATS - NEWEST.length }, () => {
    const day = days[pickWeighted(dayWeights, random())] ?? today;
    const time = { hour: pickWeighted(HOUR_WEIGHTS, random()), minute: Math.floor(random() * 60) };
    return day.with(time).toInstant();
  });
  const newest = NEWEST.map((minutes) => now.subtract({ minutes }));
  return [...earlier, ...newest].toSorted(Temporal.Instant.compare);
}

function pickWeighted(weights: number[], chance: number) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const index = weights.findIndex((weight) => {
    sum += weight;
    return chance * total < sum;
  });
  return Math.max(0, index);
}
