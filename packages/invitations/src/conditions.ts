import type { ActiveInvitation, InvitationVisit } from '@parley/contract';

type Condition = ActiveInvitation['conditions']['items'][number];
type Visit = Omit<InvitationVisit, 'shown'>;

/** How texts are compared, both in lower case. */
const COMPARISONS: Record<string, (text: string, value: string) => boolean> = {
  is: (text, value) => text === value,
  contains: (text, value) => text.includes(value),
  starts_with: (text, value) => text.startsWith(value),
  ends_with: (text, value) => text.endsWith(value),
  matches,
};

/** Whether a visit meets a condition. `is_not`, `not_contains` and `not_in` are opposites. */
export function meets(visit: Visit, page: URL, { field, op, value }: Condition): boolean {
  if (op === 'is_not') return !meets(visit, page, { field, op: 'is', value });
  if (op.startsWith('not_')) return !meets(visit, page, { field, op: op.slice('not_'.length) as 'in', value });
  const given = readField(visit, page, field);
  if (op === 'in') return isAmong(String(given ?? ''), value as string[]);
  if (op === 'gte') return (given as number) >= (value as number);
  if (op === 'lte') return (given as number) <= (value as number);
  if (typeof value === 'boolean') return given === value;
  return Boolean(COMPARISONS[op]?.(fold(field, given as string), fold(field, value as string)));
}

function readField(visit: Visit, page: URL, field: string) {
  if (field === 'path') return page.pathname;
  if (field.startsWith('utm_')) return page.searchParams.get(field) ?? '';
  if (field.startsWith('param.')) return page.searchParams.get(field.slice('param.'.length)) ?? '';
  return visit[field as keyof Visit];
}

const ADDRESSES = ['url', 'path', 'referrer'];

/** Addresses are compared as people read and write them: `/каталог` rather than `/%D0%BA…`. */
function fold(field: string, text: string) {
  return (ADDRESSES.includes(field) && text.includes('%') ? decode(text) : text).toLowerCase();
}

function decode(address: string) {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** `*` stands for any text. */
function matches(text: string, pattern: string) {
  const [start = '', ...pieces] = pattern.split('*');
  const end = pieces.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start) || !text.endsWith(end)) return false;
  let from = start.length;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= text.length - end.length;
}

/** A language includes its regional variants. */
function isAmong(given: string, values: readonly string[]) {
  const tag = given.replaceAll('_', '-').toLowerCase();
  return values.some((value) => tag === value.toLowerCase() || tag.startsWith(`${value.toLowerCase()}-`));
}
