import { cleanAnswer } from './answer-text.ts';
import { MARKER } from './prompt.ts';

/** Why a chat was handed to people. */
type Why =
  | 'trigger'
  | 'marker'
  | 'empty'
  | 'filtered'
  | 'floor'
  | 'caller'
  | 'external'
  | 'provider_failed'
  | 'budget_visitor'
  | 'budget_widget';

/** What an answer comes to: what the visitor sees, and whether people take over. */
export interface Verdict {
  reply: string | null;
  why: Why | null;
}

export interface Answer {
  text: string;
  /** The answer asks for a person beside its text. */
  escalate?: 'marker' | 'caller' | 'external';
  isFiltered?: boolean;
  /** It names texts of the knowledge base. */
  isCiting?: boolean;
}

/** What the answer must not repeat. */
export interface Guarded {
  /** The instructions. */
  secret: string;
  /** Replies of the AI in the chat, newest first. */
  replies: string[];
}

const REVEALING = 100;
const REPEATED = 2;

/** Decides what to do with a whole answer. Nothing of it has been shown yet. */
export function judge({ text, escalate, isFiltered = false, isCiting = false }: Answer, guarded: Guarded): Verdict {
  if (isFiltered) return { reply: null, why: 'filtered' };
  const isMarked = text.includes(MARKER);
  const reply = cleanAnswer(text, { isCiting });
  if (reply && isRefused(reply, guarded)) return { reply: null, why: 'floor' };
  if (escalate || isMarked) return { reply: reply || null, why: escalate ?? 'marker' };
  return reply ? { reply, why: null } : { reply: null, why: 'empty' };
}

/** It shows the instructions, or the visitor has read it twice already. */
function isRefused(reply: string, { secret, replies }: Guarded) {
  const repeated = replies.slice(0, REPEATED);
  if (repeated.length === REPEATED && repeated.every((each) => each === reply)) return true;
  return reveals(reply, secret.replaceAll(MARKER, ''));
}

/** Characters of the instructions that a reply has in a row, whatever it does to spaces, case and punctuation. */
function reveals(reply: string, secret: string) {
  const [said, kept] = [lettersOf(reply), lettersOf(secret)];
  const places = Map.groupBy(gramsOf(said.text, 1), ({ gram }) => gram);
  for (const { gram, at } of gramsOf(kept.text, GRAM / 2)) {
    for (const place of places.get(gram) ?? []) {
      const { start, end } = commonRun(said.text, kept.text, { inReply: place.at, inSecret: at });
      if ((kept.places[end - 1] ?? 0) - (kept.places[start] ?? 0) + 1 >= REVEALING) return true;
    }
  }
  return false;
}

/** Runs are found by parts of this length. */
const GRAM = 20;

function gramsOf(text: string, step: number) {
  const grams: { gram: string; at: number }[] = [];
  for (let at = 0; at + GRAM <= text.length; at += step) grams.push({ gram: text.slice(at, at + GRAM), at });
  return grams;
}

/** Letters and digits alone, and the place of each in the text. */
function lettersOf(text: string) {
  const flat = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const letters: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < flat.length; at += 1) {
    const letter = flat.charAt(at);
    // Halves of a pair are compared as they are.
    if (!/[\p{L}\p{N}\p{M}\p{Cs}]/u.test(letter)) continue;
    const lower = letter.toLowerCase();
    letters.push(lower.length === 1 ? lower : letter);
    places.push(at);
  }
  return { text: letters.join(''), places };
}

/** The common run around these places, as a part of the secret. */
function commonRun(reply: string, secret: string, { inReply, inSecret }: { inReply: number; inSecret: number }) {
  let [start, end] = [0, 0];
  while (reply[inReply - start - 1] !== undefined && reply[inReply - start - 1] === secret[inSecret - start - 1])
    start += 1;
  while (reply[inReply + end] !== undefined && reply[inReply + end] === secret[inSecret + end]) end += 1;
  return { start: inSecret - start, end: inSecret + end };
}
