import { type Html, html } from '@parley/html';
import { inline } from './markdown.ts';
import { isRequired, refusedBy, type Schema, typesOf, withoutNull } from './schemas.ts';

/** A member of an object, described. */
export interface Member {
  name: string;
  type: string;
  isRequired: boolean;
  description: Html | undefined;
  notes: Html[];
  /** Left out where a sample beside the table has it. */
  example?: Html | undefined;
}

/** Every member of an object, each followed by its own: `outer.inner`, in lists `list[].inner`. */
export function membersOf(schema: Schema, prefix = ''): Member[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
    const member = withoutNull(each);
    const inner = member.items?.properties ? { schema: member.items, mark: '[].' } : { schema: member, mark: '.' };
    return [
      {
        name: `${prefix}${name}`,
        type: typeWords(each),
        isRequired: isRequired(schema, name),
        description: descriptionOf(each),
        notes: notesOn(each),
        example: exampleOf(each),
      },
      ...membersOf(inner.schema, `${prefix}${name}${inner.mark}`),
    ];
  });
}

/** A member of an object that the platform sends, with a sample of the object beside the table. */
export const shownBeside = (member: Member): Member => ({ ...member, isRequired: false, example: undefined });

export function typeWords(schema: Schema): string {
  const types = typesOf(schema);
  const words = types.map((type) => {
    const { items } = withoutNull(schema);
    return type === 'array' && items ? `array of ${plural(typeWords(items))}` : type;
  });
  return words.join(' or ') || 'anything';
}

const plural = (type: string) => (type === 'anything' ? type : type.replace(/^\w+/, '$&s'));

function descriptionOf(given: Schema) {
  const description = given.description ?? withoutNull(given).description;
  return description === undefined ? undefined : inline(description);
}

function notesOn(given: Schema): Html[] {
  const schema = withoutNull(given);
  const notes = [
    ...sizes(schema),
    formatWords(schema),
    patternWords(schema),
    schema.items && itemWords(schema.items),
    valueWords(schema),
    defaultWords(schema),
    given['x-since'] && `since ${given['x-since']}`,
  ];
  return notes.filter((note) => note !== undefined && note !== '').map((note) => html`${note}`);
}

function sizes({ minLength, maxLength, minItems, maxItems, uniqueItems, maxProperties, ...schema }: Schema) {
  return [
    span(minLength, maxLength, 'character'),
    span(minItems, maxItems, 'item'),
    uniqueItems ? 'unique' : undefined,
    span(undefined, maxProperties, 'member'),
    numberWords(schema),
  ];
}

function span(least: number | undefined, most: number | undefined, noun: string) {
  if (most === undefined) return least ? `at least ${count(least, noun)}` : undefined;
  return least ? `${figure(least)} to ${count(most, noun)}` : `up to ${count(most, noun)}`;
}

const count = (number: number, noun: string) => `${figure(number)} ${noun}${number === 1 ? '' : 's'}`;
const figure = (number: number) => number.toLocaleString('en');

function numberWords({ minimum, maximum }: Schema) {
  // An id is only limited by what JSON numbers can hold.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum === undefined && most === undefined) return undefined;
  if (most === undefined) return minimum === 1 ? undefined : `at least ${figure(minimum ?? 0)}`;
  return minimum === undefined ? `at most ${figure(most)}` : `${figure(minimum)} to ${figure(most)}`;
}

const FORMATS: Record<string, string> = { 'date-time': 'ISO 8601 with an offset', email: 'an e-mail address' };

function formatWords({ format, pattern }: Schema) {
  if (format !== 'uri') return format && (FORMATS[format] ?? format);
  if (!pattern) return 'a URL';
  return new RegExp(pattern).test('http://example.com') ? 'an http:// or https:// URL' : 'an https:// URL';
}

/** Patterns with a common name; others are shown as they are. */
const PATTERNS: Record<string, string> = { '\\S': 'not blank', '^[0-9a-f]{32}$': '32 hexadecimal digits' };

function patternWords({ format, pattern }: Schema) {
  if (!pattern || format === 'uri') return undefined;
  return PATTERNS[pattern] ?? html`matches <code>${pattern}</code>`;
}

function itemWords(items: Schema) {
  const notes = items.properties ? [] : notesOn(items);
  return notes.length ? html`each ${join(notes)}` : undefined;
}

const code = (value: unknown) => html`<code>${String(value)}</code>`;

function valueWords({ enum: values, const: only }: Schema) {
  if (values) return html`one of ${join(values.map(code))}`;
  return only === undefined ? undefined : html`always ${code(only)}`;
}

function defaultWords({ default: fallback }: Schema) {
  return fallback === undefined ? undefined : html`${code(fallback)} by default`;
}

/** Objects are too long for a table. */
function exampleOf({ examples: [example] = [] }: Schema) {
  if (example === undefined || typeof example === 'object') return undefined;
  return code(example);
}

/** Rules between members: "type image requires file, does not allow coords". */
export function ruleWords({ allOf = [] }: Schema): Html[] {
  return allOf.map((rule) => {
    const when = Object.entries(rule.if?.properties ?? {}).map(([name, { const: value }]) => {
      return html`${code(name)} ${code(value)}`;
    });
    const required = rule.then?.required?.map(code) ?? [];
    const refused = refusedBy(rule).map(code);
    const said = [
      ...(required.length ? [html`requires ${join(required, ' and ')}`] : []),
      ...(refused.length ? [html`does not allow ${join(refused)}`] : []),
    ];
    return html`${join(when, ' and ')} ${join(said, ', ')}`;
  });
}

export function join(pieces: Html[], separator = ', '): Html[] {
  return pieces.flatMap((piece, index) => (index ? [html`${separator}`, piece] : [piece]));
}
