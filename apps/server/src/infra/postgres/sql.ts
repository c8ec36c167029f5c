/** A value in a statement. */
export class Parameter {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Part of a statement. */
export class Fragment {
  readonly tokens: readonly (string | Parameter)[];
  /** Without values: its text never changes. */
  readonly isConstant: boolean;

  constructor(tokens: readonly (string | Parameter)[]) {
    this.tokens = tokens;
    this.isConstant = tokens.every((token) => typeof token === 'string');
  }
}

/** An expression whose value is JSON text. */
export class JsonText extends Fragment {}

/** Part of a statement, as a template. Fragments in it are inserted; everything else becomes a parameter. */
export function fragment(strings: TemplateStringsArray, ...parts: unknown[]): Fragment {
  const tokens: (string | Parameter)[] = [strings[0] as string];
  parts.forEach((part, at) => {
    if (part instanceof Fragment) tokens.push(...part.tokens);
    else tokens.push(part instanceof Parameter ? part : new Parameter(part));
    tokens.push(strings[at + 1] as string);
  });
  return new Fragment(tokens);
}

/** A value that a statement uses in several places as one parameter, so that the planner knows they are equal. */
export const param = (value: unknown) => new Parameter(value);

const numbers = new Map<number, Fragment>();

/**
 * Text as it is, for what can't be a parameter: names, and limits that the planner must know. Never for input. A limit
 * is the same fragment each time, so that its statement is compiled once.
 */
export function raw(text: string | number) {
  if (typeof text === 'string') return new Fragment([text]);
  return numbers.getOrInsertComputed(text, () => new Fragment([String(text)]));
}

/** Columns are joined with a comma, conditions with `' AND '`. */
export function join(fragments: readonly Fragment[], separator = ', '): Fragment {
  return new Fragment(fragments.flatMap(({ tokens }, at) => (at ? [separator, ...tokens] : tokens)));
}

/** What the text of a template in the source depends on, part by part, and the text. */
interface Known {
  shape: unknown[];
  text: string;
}

/** The texts that a template had last, the newest first. */
const known = new WeakMap<TemplateStringsArray, Known[]>();

/** A few: the same page with different limits. */
const MAX_KNOWN = 8;

/** Called with every text that is built. Empty outside tests, which look for hot paths that build one per call. */
export const compileInspectors = new Set<(text: string) => void>();

/** A statement for the driver. Most templates in the source have one text, which is built once. */
export function compile(strings: TemplateStringsArray, parts: unknown[]): { text: string; values: unknown[] } {
  const shape = parts.map(shapeOf);
  const before = known.get(strings) ?? [];
  const same = before.find((each) => shape.every((part, at) => part === each.shape[at]));
  if (same) return { text: same.text, values: valuesOf(parts) };
  const query = toQuery(fragment(strings, ...parts));
  // A fragment with values has another shape each time.
  if (!shape.includes(Number.NaN)) known.set(strings, [{ shape, text: query.text }, ...before].slice(0, MAX_KNOWN));
  for (const inspect of compileInspectors) inspect(query.text);
  return query;
}

/** A statement for a connection outside our pool. */
export const statement = (strings: TemplateStringsArray, ...parts: unknown[]) => compile(strings, parts);

const VALUE = Symbol('value');

/** A constant fragment is its own shape, a parameter the place where it is first used. NaN equals nothing. */
function shapeOf(part: unknown, _at: number, parts: unknown[]) {
  if (part instanceof Fragment) return part.isConstant ? part : Number.NaN;
  return part instanceof Parameter ? parts.indexOf(part) : VALUE;
}

function valuesOf(parts: unknown[]) {
  const values: unknown[] = [];
  parts.forEach((part, at) => {
    if (part instanceof Fragment) return;
    if (!(part instanceof Parameter)) values.push(part);
    else if (parts.indexOf(part) === at) values.push(part.value);
  });
  return values;
}

function toQuery({ tokens }: Fragment) {
  const parameters: Parameter[] = [];
  let text = '';
  for (const token of tokens) {
    if (typeof token === 'string') text += token;
    else {
      const at = parameters.indexOf(token);
      text += `$${at < 0 ? parameters.push(token) : at + 1}`;
    }
  }
  return { text, values: parameters.map(({ value }) => value) };
}

const names = new Map<string, string>();

/** A name to prepare a statement under. */
export const nameOf = (text: string) => names.getOrInsertComputed(text, () => `statement_${names.size + 1}`);
