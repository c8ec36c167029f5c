/** The keywords of JSON Schema that the reference reads. */
export interface Schema {
  /** Name of a component. */
  title?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  /** The first version with this member, if its object is older. */
  'x-since'?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Rule[];
}

/** A rule for objects in which some members have certain values. */
export interface Rule {
  if?: { properties?: Record<string, { const: unknown }> };
  then?: { required?: string[]; properties?: Record<string, false | Schema> };
}

/** Members that the rule refuses. */
export function refusedBy({ then: { properties = {} } = {} }: Rule) {
  return Object.keys(properties).filter((name) => properties[name] === false);
}

/** Types that a value may have. */
export function typesOf({ type, anyOf, enum: values, const: only }: Schema): string[] {
  if (anyOf) return [...new Set(anyOf.flatMap(typesOf))];
  if (type) return [type].flat();
  const given = values ?? (only === undefined ? [] : [only]);
  return [...new Set(given.map((value) => (value === null ? 'null' : typeof value)))];
}

/** The alternative of a nullable union that is not null. */
export function withoutNull(schema: Schema): Schema {
  return schema.anyOf?.find((each) => each.type !== 'null') ?? schema;
}

/** A member that has a default may be left out. */
export function isRequired({ required = [], properties = {} }: Schema, name: string) {
  return required.includes(name) && properties[name]?.default === undefined;
}
