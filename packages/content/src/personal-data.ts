/** Replaces personal data. */
export const HIDDEN = '[скрыто]';

const { raw } = String;

const SPACE = raw` \u00a0\u2000-\u200b\u202f\u2060`;
const DASH = raw`\-\u2010-\u2015\u2212`;
/** Required and optional separators between groups of digits. */
const BREAK = raw`[${SPACE}.${DASH}()]{1,4}`;
const GAP = raw`[${SPACE}.${DASH}()]{0,4}`;
/** A separator other than a space, since spaces also separate numbers of a list. */
const POINT = raw`[.${DASH}]`;

const YEAR = raw`(?:19|20)\d\d`;
const MONTH = raw`(?:0?[1-9]|1[0-2])`;
const DAY = raw`(?:0?[1-9]|[12]\d|3[01])`;
const DATE = raw`(?:${YEAR}[-./]${MONTH}[-./]${DAY}|${DAY}[-./]${MONTH}[-./]${YEAR})(?!\d)`;
const OCTET = raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const CURRENCY = raw`(?:[₽$€₸₴£¥]|руб|грн|тенге|RUB|USD|EUR)`;
const MESSENGER = raw`(?:wa|t)\.me\/\+?`;

// Every part is bounded or consumes what it matches, so scrubbing takes time linear in the length of the text.

/** Has digits but is not personal: URLs, UUIDs, dates, IP addresses, prices, coordinates. */
const KEPT = [
  raw`https?:\/\/(?!${MESSENGER}\d{10})[^\s<>"']+`,
  raw`(?<![\p{L}\d])[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}(?![\p{L}\d])`,
  // With a number before it, which would pass for a country code.
  raw`(?<![\d.])(?:[+-]?\d{1,3}[${SPACE}])?${DATE}`,
  raw`(?<!\d)${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?:\d{3})?(?!\d)`,
  raw`(?<![\d.+])${OCTET}(?:\.${OCTET}){3}(?!\d|\.\d)`,
  raw`(?<![\d.,])\+?\d{1,3}(?:[${SPACE}]\d{3}){2,4}(?:[.,]\d{1,2})?[${SPACE}]?${CURRENCY}`,
  raw`(?<![\d.,${DASH}])\+?\d{1,3}\.\d{5,}(?!\d|${POINT}\d)`,
];

/** Shapes that only phone numbers have. */
const PHONES = [
  raw`(?<!\d|UTC|GMT|MSK|МСК)\+${GAP}(?:[17](?:${GAP}\d){10}|[2-689](?:${GAP}\d){8,14}|\d{9,15})`,
  raw`(?<!\d)(?:1[${SPACE}${DASH}]?)?\(\d{3}\)${GAP}\d{3}${GAP}\d{4}`,
  raw`(?<!\d)\(\d{3,5}\)${GAP}\d{1,3}${GAP}\d{2}${GAP}\d{2}`,
  raw`(?<=${MESSENGER})\d{10,15}`,
];

const NEIGHBOUR = raw`(?:380|375|99[24568])`;
/** Seven digits in the usual groups. */
const SEVEN = raw`(?:\d{3}${GAP}(?:\d{2}${GAP}\d{2}|\d${GAP}\d{3})|\d{2}${GAP}(?:\d{2}${GAP}\d{3}|\d{3}${GAP}\d{2}))`;

/** Card numbers by their shape, if they stand alone: in one piece or in the printed groups. None starts like a year. */
const CARDS = [
  raw`\d{13,19}`,
  raw`(?!${YEAR})\d{4}${BREAK}\d{4}${BREAK}\d{4}${BREAK}(?:\d{4}${BREAK}\d{1,3}(?![\d/])|\d{1,7})`,
  raw`(?!${YEAR})\d{8}[${SPACE}${DASH}]\d{8}`,
  raw`\d{4}${BREAK}\d{6}${BREAK}\d{4,5}`,
];

/** Phone numbers by their shape, if they stand alone. */
const NUMBERS = [
  // Russian phones: area codes of three, four and five digits.
  raw`[78]${GAP}\d{10}`,
  raw`[78](?:${BREAK}\d{3}|[3489]\d{2})${BREAK}${SEVEN}`,
  raw`[78]${BREAK}\d{3}${BREAK}\d{4}${BREAK}\d{3}`,
  raw`[78]${GAP}\(?(?:\d{4}${BREAK}\d|\d{5}${BREAK})\d${BREAK}\d{2}${BREAK}\d{2}`,
  raw`[78]${GAP}\(\d{4,5}\)${GAP}\d{5,6}`,
  // Neighbouring countries and abroad. Tax numbers of Irkutsk also start with 380, but not like a mobile number.
  raw`(?:380(?:39|50|6[3678]|73|9\d)\d{7}|(?:375|99[24568])\d{9}|374\d{8})`,
  raw`${NEIGHBOUR}${BREAK}\d{2}${BREAK}\d{3}${GAP}\d{2}${GAP}\d{2}`,
  raw`00${GAP}[1-9](?:${GAP}\d){9,13}`,
  // Without a country code.
  raw`9\d{9}`,
  raw`9\d{2}${BREAK}\d{7}`,
  raw`[03489]\d{2}${BREAK}\d{3}${BREAK}\d{2}${GAP}\d{2}`,
  raw`0\d(?:[${SPACE}.${DASH}]\d{2}){4}`,
  raw`0\d{3}[${SPACE}]\d{7}`,
  raw`0\d{4}[${SPACE}]\d{3}[${SPACE}]?\d{3}`,
  raw`(?:1[${SPACE}${DASH}])?\d{3}${POINT}\d{3}${POINT}\d{2}${POINT}?\d{2}`,
  raw`\d{3}[${DASH}]\d{2}[${DASH}]\d{2}`,
];

/** Order, parcel and file numbers have letters beside their digits; fractions have more digits. */
const ALONE_BEFORE = raw`(?<![\p{L}\d_]|[A-Za-z\p{Lu}]-|\d[.,:${DASH}])`;
const ALONE_AFTER = raw`(?![\p{L}\d_]|-[A-Za-z]|\.(?:jpe?g|png|gif|pdf|docx?|xlsx?|csv|txt|zip|mp[34])(?!\p{L}))`;

const anyOf = (shapes: string[]) => `(?:${shapes.join('|')})`;
const NUMBER = new RegExp(
  raw`(?<kept>${anyOf(KEPT)})|${anyOf(PHONES)}(?!\d)|${ALONE_BEFORE}(?:(?<card>${anyOf(CARDS)})|${anyOf(NUMBERS)})${ALONE_AFTER}`,
  'gu',
);

export interface PersonalPart {
  kind: 'phone' | 'card' | 'email';
  text: string;
}

type OnHide = (part: PersonalPart) => void;

/** Replaces phone numbers, e-mail addresses and card numbers. */
export const scrub = (text: string) => hide(text);

const hide = (text: string, onHide?: OnHide) => scrubNumbers(scrubAddresses(text, onHide), onHide);

/** What `scrub` replaces: addresses, then numbers. */
export function listPersonal(text: string) {
  const parts: PersonalPart[] = [];
  hide(text, (part) => parts.push(part));
  return parts;
}

/** Digits and signs of other scripts, each one UTF-16 unit like its ASCII form, so that offsets stay valid. */
const FOREIGN = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19\uff0b\uff20]/g;
const SIGNS: Record<string, string> = { '\uff0b': '+', '\uff20': '@' };

/** ASCII form of a digit: each script has its ten in a row, and the code of the first ends in 0 or 6. */
function toAscii(sign: string) {
  const place = sign.charCodeAt(0) % 16;
  return SIGNS[sign] ?? String(sign >= '\u0966' && sign <= '\u096f' ? place - 6 : place);
}

/** Matching restarts after each number, so that numbers of a list each stand alone. */
function scrubNumbers(text: string, onHide?: OnHide) {
  let scrubbed = '';
  let done = 0;
  let rest = text.replace(FOREIGN, toAscii);
  for (let found = NUMBER.exec(rest); found; found = NUMBER.exec(rest)) {
    if (found.groups?.kept) continue;
    scrubbed += text.slice(done, done + found.index) + HIDDEN;
    const kind = found.groups?.card ? 'card' : 'phone';
    onHide?.({ kind, text: text.slice(done + found.index, done + NUMBER.lastIndex) });
    done += NUMBER.lastIndex;
    rest = rest.slice(NUMBER.lastIndex);
    NUMBER.lastIndex = 0;
  }
  return scrubbed + text.slice(done);
}

const LOCAL = /(?:[\p{L}\p{N}_][\p{L}\p{M}\p{N}._%+'-]{0,63}|"[^"\s]{1,62}")$/u;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,62}[\p{L}\p{M}\p{N}])?\.){1,8}(?:xn--[A-Za-z\d-]{2,59}|\p{L}[\p{L}\p{M}]{1,62})/u;

/** Looks left and right of each `@`, as far as an address can reach. */
function scrubAddresses(text: string, onHide?: OnHide) {
  let scrubbed = '';
  let done = 0;
  const read = text.replaceAll('\uff20', '@');
  for (let at = read.indexOf('@'); at >= 0; at = read.indexOf('@', at + 1)) {
    const domain = DOMAIN.exec(text.slice(at + 1, at + 256))?.[0];
    const local = domain && LOCAL.exec(text.slice(Math.max(done, at - 64), at))?.[0];
    if (!local) continue;
    scrubbed += text.slice(done, at - local.length) + HIDDEN;
    done = at + 1 + domain.length;
    onHide?.({ kind: 'email', text: text.slice(at - local.length, done) });
  }
  return scrubbed + text.slice(done);
}
