import type { JsonReply } from './operation.ts';
import { BY_FORMAT, BY_NAME, BY_PATTERN } from './sample-values.ts';
import { refusedBy, type Schema, typesOf, withoutNull } from './schemas.ts';

/** A plausible value that the schema allows: its own example, or one by its name. */
export function sample(schema: Schema, name = '', ...owners: string[]): unknown {
  const [own] = schema.examples ?? withoutNull(schema).examples ?? [];
  if (own !== undefined) return own;
  const names = [...owners.map((owner) => `${owner}.${name}`), name];
  const known = names.find((each) => each in BY_NAME && isTaken(schema, BY_NAME[each]));
  if (known !== undefined) return BY_NAME[known];
  const told = schema.default ?? schema.const ?? schema.enum?.[0];
  return told === undefined ? sampleOfType(withoutNull(schema), name) : told;
}

/** Members with the same name can have different types. */
function isTaken({ enum: allowed, ...schema }: Schema, value: unknown) {
  if (allowed) return allowed.includes(value);
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return typesOf(schema).some((each) => each === type || (each === 'integer' && type === 'number'));
}

function sampleOfType(schema: Schema, name: string): unknown {
  const [type] = typesOf(schema);
  switch (type) {
    case 'string':
      return BY_PATTERN[schema.pattern ?? ''] ?? BY_FORMAT[schema.format ?? ''] ?? 'text';
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sample(schema.items ?? {}, name));
    case 'object':
      return sampleMembers(schema, Object.keys(schema.properties ?? {}), [name]);
    default:
      return null;
  }
}

/** A request body: its own example, or every required member and a few optional ones. */
export function sampleBody(schema: Schema, ...owners: string[]) {
  const [own] = schema.examples ?? [];
  if (own !== undefined) return own;
  const names = Object.keys(schema.properties ?? {});
  const { required, refused } = demandsOf(schema, owners);
  const optional = names
    .filter((name) => !required.includes(name) && !refused.includes(name))
    .slice(0, Math.max(0, 3 - required.length));
  return sampleMembers(
    schema,
    names.filter((name) => required.includes(name) || optional.includes(name)),
    owners,
  );
}

/** Required and refused members, by the rules that apply to the sample values. */
function demandsOf({ required = [], properties = {}, allOf = [] }: Schema, owners: string[]) {
  const rules = allOf.filter((rule) =>
    Object.entries(rule.if?.properties ?? {}).every(
      ([name, { const: value }]) => sample(properties[name] ?? {}, name, ...owners) === value,
    ),
  );
  return {
    required: [...required, ...rules.flatMap((rule) => rule.then?.required ?? [])],
    refused: rules.flatMap(refusedBy),
  };
}

/** A response body. */
export function sampleReply({ shape, item }: JsonReply) {
  const data = sample(item, item.title);
  if (shape === 'bare') return data;
  return shape === 'one' ? { data } : { data: [data], next_cursor: null };
}

function sampleMembers({ properties = {} }: Schema, names: string[], owners: string[]) {
  return Object.fromEntries(names.map((name) => [name, sample(properties[name] ?? {}, name, ...owners)]));
}
