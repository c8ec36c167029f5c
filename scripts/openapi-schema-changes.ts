/** The keywords of JSON Schema that the comparison reads. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  uniqueItems?: boolean;
  required?: string[];
  properties?: Record<string, Schema | false>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Rule[];
  [bound: string]: unknown;
}

interface Rule {
  if?: { properties?: Record<string, { const?: unknown }> };
}

/** A request may accept more than it did, a response may contain more than it did. */
type Direction = 'request' | 'response';

interface Comparison {
  before: object;
  after: object;
  direction: Direction;
  /** Pairs of references under comparison, since schemas can be recursive. */
  open?: Set<string>;
}

type Pair = [before: Schema, after: Schema];

/** What breaks callers, as `member: what happened`. */
export function compareSchemas([given, other]: Pair, comparison: Comparison, place = ''): string[] {
  const open = comparison.open ?? new Set();
  const key = given.$ref && other.$ref && `${given.$ref} ${other.$ref}`;
  if (key && open.has(key)) return [];
  const inner = { ...comparison, open: key ? new Set([...open, key]) : open };
  const pair: Pair = [resolve(given, comparison.before), resolve(other, comparison.after)];
  if (pair.some(({ anyOf }) => anyOf)) return compareAlternatives(pair, inner, place);
  const own = [
    ...compareTypes(pair, inner.direction),
    ...compareLimits(pair, inner.direction),
    ...newRules(pair, inner),
  ];
  return [...own.map((change) => `${place || 'the value'}: ${change}`), ...compareMembers(pair, inner, place)];
}

function resolve(schema: Schema, document: object): Schema {
  if (!schema.$ref) return schema;
  const [, ...path] = schema.$ref.split('/');
  return path.reduce<unknown>((found, name) => (found as Record<string, unknown>)?.[name], document) as Schema;
}

/** Each alternative that callers rely on needs one that is compatible with it. */
function compareAlternatives([before, after]: Pair, comparison: Comparison, place: string) {
  const [old, current] = [before.anyOf ?? [before], after.anyOf ?? [after]];
  const fits = (pair: Pair) => compareSchemas(pair, comparison, place).length === 0;
  const isKept =
    comparison.direction === 'request'
      ? old.every((each) => current.some((one) => fits([each, one])))
      : current.every((one) => old.some((each) => fits([each, one])));
  return isKept ? [] : [`${place || 'the value'}: its alternatives changed`];
}

function compareTypes([before, after]: Pair, direction: Direction) {
  const [old, current] = [typesOf(before), typesOf(after)];
  const [narrow, wide] = direction === 'request' ? [old, current] : [current, old];
  if (!wide.length || (narrow.length && narrow.every((type) => includesType(wide, type)))) return [];
  return [`its type was ${old.join(' or ') || 'anything'} and is ${current.join(' or ') || 'anything'}`];
}

const typesOf = ({ type = [] }: Schema) => [type].flat();
const includesType = (types: string[], type: string) =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

const valuesOf = (schema: Schema) => schema.enum ?? ('const' in schema ? [schema.const] : undefined);

function compareLimits([before, after]: Pair, direction: Direction) {
  const [old, current] = [valuesOf(before), valuesOf(after)];
  const changes: string[] = [];
  const gone = old && current ? old.filter((value) => !current.includes(value)) : [];
  if (gone.length) changes.push(`${gone.map((value) => JSON.stringify(value)).join(', ')} was removed`);
  if (before.format !== after.format && (direction === 'response' ? before.format : after.format))
    changes.push(`its format was ${before.format ?? 'any'} and is ${after.format ?? 'any'}`);
  if (direction === 'response') return changes;
  if (!old && current) changes.push('only some values are accepted');
  if (after.pattern && after.pattern !== before.pattern) changes.push('its pattern changed');
  if (after.uniqueItems && !before.uniqueItems) changes.push('its items must be unique');
  return [...changes, ...narrowed([before, after])];
}

/** Each bound with the direction in which it accepts less. */
const BOUNDS: Record<string, 'min' | 'max'> = {
  minimum: 'min',
  minLength: 'min',
  minItems: 'min',
  minProperties: 'min',
  maximum: 'max',
  maxLength: 'max',
  maxItems: 'max',
  maxProperties: 'max',
};

function narrowed([before, after]: Pair) {
  return Object.entries(BOUNDS).flatMap(([name, kind]) => {
    const unbounded = kind === 'min' ? -Infinity : Infinity;
    const [old, current] = [before[name] ?? unbounded, after[name] ?? unbounded] as [number, number];
    return (kind === 'min' ? current > old : current < old) ? [`its ${name} was ${old} and is ${current}`] : [];
  });
}

/** A rule between members of a request is breaking unless it is about a value that did not exist. */
function newRules([before, after]: Pair, { direction }: Comparison) {
  if (direction === 'response') return [];
  const known = new Set((before.allOf ?? []).map((rule) => JSON.stringify(rule)));
  const added = (after.allOf ?? []).filter(
    (rule) => !known.has(JSON.stringify(rule)) && !isAboutNewValue(rule, before),
  );
  return added.length ? ['the rules between its members changed'] : [];
}

function isAboutNewValue({ if: when }: Rule, { properties = {} }: Schema) {
  return Object.entries(when?.properties ?? {}).some(([name, { const: value }]) => {
    const member = properties[name];
    const known = member ? valuesOf(member) : undefined;
    return known !== undefined && !known.includes(value);
  });
}

function compareMembers([before, after]: Pair, comparison: Comparison, place: string): string[] {
  const { direction } = comparison;
  const at = (name: string) => (place ? `${place}.${name}` : name);
  const changes = Object.entries(before.properties ?? {}).flatMap(([name, old]) => {
    if (old === false) return [];
    const current = after.properties?.[name];
    if (!current) return [`${at(name)}: removed`];
    const missing = direction === 'response' && isRequired(before, name) && !isRequired(after, name);
    return [
      ...(missing ? [`${at(name)}: may be missing`] : []),
      ...compareSchemas([old, current], comparison, at(name)),
    ];
  });
  const demanded = direction === 'request' ? (after.required ?? []).filter((name) => !isRequired(before, name)) : [];
  const items = before.items && after.items;
  return [
    ...changes,
    ...demanded.map((name) => `${at(name)}: is required`),
    ...(items ? compareSchemas([before.items ?? {}, items], comparison, `${place}[]`) : []),
    ...compareOthers([before, after], comparison, at('*')),
  ];
}

const isRequired = ({ required = [] }: Schema, name: string) => required.includes(name);

/** Members without a name. */
function compareOthers([before, after]: Pair, comparison: Comparison, place: string) {
  const [old = true, current = true] = [before.additionalProperties, after.additionalProperties];
  if (typeof old === 'object' && typeof current === 'object') return compareSchemas([old, current], comparison, place);
  return comparison.direction === 'request' && old === true && current !== true ? [`${place}: is not accepted`] : [];
}
