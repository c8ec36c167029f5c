import type { Schema as Compared } from './openapi-schema-changes.ts';

type Schema = Compared & { description?: string };

interface Described {
  description?: string;
}

interface Operation extends Described {
  parameters?: (Described & { $ref?: string; name: string })[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** What lacks a description, by the operation or object it belongs to. */
export type Undescribed = Record<string, string[]>;

/** Every operation, parameter and member without a description. */
export function findUndescribed({ paths, webhooks, components }: Document): Undescribed {
  const operations = Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      method === 'servers' ? [] : [[`${method.toUpperCase()} ${path}`, lacksOf(operation)] as const],
    ),
  );
  const objects = Object.entries(components.schemas).map(([name, schema]) => [name, membersOf(schema, '')] as const);
  return Object.fromEntries([...operations, ...objects].filter(([, lacking]) => lacking.length));
}

function lacksOf({ description, parameters = [], requestBody, responses }: Operation) {
  return [
    ...(description ? [] : ['the operation']),
    ...parameters.filter((each) => !each.$ref && !each.description).map(({ name }) => `parameter ${name}`),
    ...contentsOf(requestBody).flatMap((schema) => membersOf(schema, 'body ')),
    ...Object.values(responses)
      .flatMap(contentsOf)
      .flatMap((schema) => membersOf(withoutEnvelope(schema), 'response ')),
  ];
}

const contentsOf = ({ content = {} }: Content = {}) =>
  Object.values(content).flatMap(({ schema }): Schema[] => (schema ? [schema] : []));

/** `data` is described once for all responses. */
function withoutEnvelope(schema: Schema): Schema {
  const { data, ...others } = schema.properties ?? {};
  return data ? { anyOf: [data, { properties: others }] } : schema;
}

/** What an alternative only constrains is described beside it. */
function withoutMembers(schema: Schema, known: object): Schema {
  const own = Object.entries(schema.properties ?? {}).filter(([name]) => !(name in known));
  return { ...schema, properties: Object.fromEntries(own) };
}

function membersOf(schema: Schema, place: string): string[] {
  if (schema.$ref) return [];
  const { properties = {}, items, additionalProperties: rest, anyOf = [] } = schema;
  const inner = [items, rest, ...anyOf.map((each) => withoutMembers(each, properties))].filter(
    (each) => typeof each === 'object',
  );
  return [
    ...Object.entries(properties).flatMap(([name, member]) => {
      if (member === false) return [];
      const { description } = member as Schema;
      return [...(description ? [] : [`${place}${name}`]), ...membersOf(member, `${place}${name}.`)];
    }),
    ...inner.flatMap((each) => membersOf(each, place)),
  ];
}
