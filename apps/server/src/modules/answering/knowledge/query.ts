import { scrub } from '@parley/content/personal-data';

interface Said {
  sender: 'client' | 'agent' | 'ai' | 'system';
  body: string | null;
}

/** Characters of a query, the newest of what the visitor wrote. */
const LONGEST = 1_000;
/** Characters of each side of the exchange before: it says what is talked about, and must not outweigh the question. */
const LONGEST_BEFORE = 200;

/** What rules are searched with: the visitor's unanswered words, after the last exchange. History is newest first. */
export function queryOf(history: Said[]) {
  const said = history.filter(({ sender }) => sender !== 'system');
  const unanswered = takeSide(said, true);
  const replies = takeSide(said.slice(unanswered.length), false);
  const asked = takeSide(said.slice(unanswered.length + replies.length), true);
  const words = textOf(unanswered);
  const before = [asked, replies].map((side) => lastOf(textOf(side), LONGEST_BEFORE));
  return lastOf([...before, words].filter(Boolean).join('\n'), LONGEST).trim();
}

/** The newest messages that one side wrote in a row. */
function takeSide(said: Said[], isVisitor: boolean) {
  const until = said.findIndex(({ sender }) => (sender === 'client') !== isVisitor);
  return until === -1 ? said : said.slice(0, until);
}

/** Oldest first, without what is hidden in the prompt as well. */
function textOf(said: Said[]) {
  const texts = said.map(({ body }) => scrub(body ?? '').trim());
  return texts.filter(Boolean).reverse().join('\n');
}

const lastOf = (text: string, length: number) => (text.length <= length ? text : text.slice(-length).toWellFormed());
