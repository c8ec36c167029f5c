import { withoutNames } from '../knowledge/index.ts';
import { MARKER } from './prompt.ts';

const LONGEST = 10_000;
/** What is longer is cut before it is read: reading takes time. */
const LONGEST_READ = 4 * LONGEST;
/** Removing one thing can put another together. */
const MAX_ROUNDS = 20;

/**
 * The part of an answer that a visitor may see: no marker, only links to web pages, and no names of texts if it was given
 * some.
 */
export function cleanAnswer(text: string, { isCiting }: { isCiting: boolean }) {
  let cleaned = text.slice(0, LONGEST_READ);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = cleaned;
    cleaned = cleanOnce(isCiting ? withoutNames(before) : before);
    if (cleaned === before) return Array.from(cleaned.trim()).slice(0, LONGEST).join('').trim();
  }
  return '';
}

const isWeb = (url: string) => /^https?:\/\//i.test(url);

/** Every part is bounded, so that this takes time linear in the length of the text. */
function cleanOnce(text: string) {
  return text
    .replaceAll(MARKER, '')
    .replace(TAG, '')
    .replace(AUTOLINK, '')
    .replace(DEFINITION, (whole, url) => (isWeb(url) ? whole : ''))
    .replace(LINK, (whole, image, label, url) => {
      if (!isWeb(url)) return label;
      return image ? `[${label || url}](${url})` : whole;
    })
    .replace(TAIL, (whole, url) => (isWeb(url) ? whole : ']'))
    .replaceAll('![', '[');
}

const LINK = /(!?)\[([^\]]{0,1000})\]\(\s{0,9}<?([^)\s>]{0,2048})>?[^)]{0,2048}\)/g;
/** The end of a link whose label has brackets in it. */
const TAIL = /\]\(\s{0,9}<?([^)\s>]{0,2048})>?[^)]{0,2048}\)/g;
const AUTOLINK = /<(?!https?:)[a-z][a-z0-9+.-]{0,40}:[^>\s]{0,2048}>/gi;
/** `[name]: address`, which `[text][name]` links to. */
const DEFINITION = /^[ >]{0,9}\[[^\]\n]{1,1000}\]:\s{0,9}<?([^\s>]{0,2048})>?.{0,2048}$/gm;
/** HTML that loads, links or runs something. Our clients show it as text; integrations may not. */
const TAG =
  /<\/?(?:script|style|iframe|object|embed|base|meta|link|form)\b[^>]{0,2048}>|<[a-z][^>]{0,2048}\s(?:href|src|srcset|srcdoc|action|formaction|data|poster|background|style|xlink:href|on[a-z]{1,40})\s{0,9}=[^>]{0,2048}>/gi;
