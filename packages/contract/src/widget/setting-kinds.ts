import { type Static, type TSchema, Type } from 'typebox';
import { nullable } from '../route/schemas.ts';

/** A widget setting: accepted values, returned values, and defaults. */
export interface Setting<Given extends TSchema = TSchema, Shown extends TSchema = TSchema, Rendered = unknown> {
  given: Given;
  shown: Shown;
  /** Returned while unset. */
  unset: Static<Shown>;
  /** Applied while unset. */
  rendered: Rendered;
  /** URL of the available values. */
  catalog?: string;
  /** A change merges deeply instead of replacing. */
  merges?: true;
  /** Stored and returned as a string. */
  asText?: true;
}

interface Facts<Rendered> {
  /** Its description. */
  about: string;
  /** An example value. */
  example?: string;
  rendered: Rendered;
  catalog?: string;
}

/** A setting that null resets; null is returned while unset. */
export function clearable<Given extends TSchema, Shown extends TSchema, Rendered>(
  schemas: { given: Given; shown: Shown },
  facts: Pick<Setting<Given, Shown, Rendered>, 'rendered' | 'catalog' | 'merges' | 'asText'>,
): Setting<Given, Shown, Rendered> {
  return { ...schemas, unset: null as Static<Shown>, ...facts };
}

/** `anyOf` instead of a type list, so that an error names the allowed values. */
export function orNull(...schemas: object[]) {
  return { anyOf: [...schemas, { type: 'null' }] };
}

export function choice<const Value extends string, const Rendered extends Value | null>(
  values: readonly Value[],
  facts: Facts<Rendered>,
) {
  const said = saidOf(facts);
  return clearable(
    {
      given: Type.Unsafe<Value | null>({ ...orNull({ type: 'string', enum: [...values] }), ...said }),
      shown: Type.Unsafe<Value | null>({ type: ['string', 'null'], enum: [...values, null], ...said }),
    },
    facts,
  );
}

export function toggle(facts: Facts<boolean>) {
  const schema = nullable(Type.Boolean({ description: facts.about }));
  return clearable({ given: schema, shown: schema }, facts);
}

interface Limits {
  maxLength: number;
  pattern?: string;
  format?: string;
}

export function text<const Rendered extends string | null>(limits: Limits, facts: Facts<Rendered>) {
  const said = saidOf(facts);
  return clearable({ given: nullable(Type.String({ ...limits, ...said })), shown: nullable(Type.String(said)) }, facts);
}

function saidOf({ about, example, rendered }: Facts<string | null>) {
  return { description: about, examples: [example ?? rendered] };
}

/** Settings that are answered as texts of numbers, and may be sent as either. */
function legacy<Shown extends string, const Rendered extends string>(given: object, facts: Facts<Rendered>) {
  const said = saidOf(facts);
  return clearable(
    {
      given: Type.Unsafe<number | string | boolean | null>({ ...given, ...said }),
      shown: Type.Unsafe<Shown | null>(nullable(Type.String(said))),
    },
    { ...facts, asText: true },
  );
}

export function pixels(facts: Facts<string>) {
  const number = { type: 'integer', minimum: 0, maximum: 9_999 };
  const text = { type: 'string', pattern: '^(?:0|[1-9][0-9]{0,3})$' };
  return legacy<string, string>(orNull(number, text), facts);
}

/** One of some numbers; the first two may also be sent as false and true where it says so. */
export function oneOf<const Value extends number, const Rendered extends string>(
  values: readonly Value[],
  facts: Facts<Rendered> & { isAlsoBoolean?: true },
) {
  const { isAlsoBoolean, ...rest } = facts;
  const spellings = [
    { type: 'integer', enum: [...values] },
    { type: 'string', enum: values.map(String) },
    ...(isAlsoBoolean ? [{ type: 'boolean', enum: [false, true] }] : []),
  ];
  return legacy<`${Value}`, Rendered>(orNull(...spellings), rest as Facts<Rendered>);
}

/** A setting that always has a value: it is answered as it holds, and can't be removed. */
export function fixed<Shown extends TSchema>(schema: Shown, unset: Static<Shown>) {
  return { given: schema, shown: schema, unset, rendered: unset } satisfies Setting;
}

export function byName<Name extends string, Member>(names: readonly Name[], make: (name: Name) => Member) {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Member>;
}
