// Writes a schema of the contract as a TypeScript type.
import { originOf, resourceName } from '@parley/contract';

/** The keywords that say what a type is; all others say which of its values are valid. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  description?: string;
}

/** Who writes a value of the type: a caller may leave out what has a default. */
type Writer = 'caller' | 'server';

/** `indent` is that of the line the type stands on. */
export function typeOf(schema: object, writer: Writer, indent = ''): string {
  const name = writer === 'server' && resourceName(originOf(schema));
  return name || writeOut(schema, writer, indent);
}

/** The same, without the name of a resource: its declaration. */
export function writeOut(given: object, writer: Writer, indent = ''): string {
  const schema: Schema = given;
  // Its static type is written by hand, with every member that has a default.
  if (writer === 'caller' && '~unsafe' in schema) return writeOut({ ...schema }, 'server', indent);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if ('const' in schema) return JSON.stringify(schema.const);
  // Beside properties it says which of them are required together.
  if (schema.anyOf && !schema.properties) return union(schema.anyOf.map((each) => typeOf(each, writer, indent)));
  const types = [schema.type ?? []].flat();
  if (!types.length) return schema.properties ? objectType(schema, writer, indent) : 'unknown';
  return union(types.map((type) => plainType(type, schema, writer, indent)));
}

function plainType(type: string, schema: Schema, writer: Writer, indent: string) {
  if (type === 'integer') return 'number';
  if (type === 'array') return listOf(typeOf(schema.items ?? {}, writer, indent));
  return type === 'object' ? objectType(schema, writer, indent) : type;
}

const listOf = (item: string) => (/^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`);

const union = (types: string[]) => [...new Set(types)].join(' | ');

function objectType(schema: Schema, writer: Writer, indent: string) {
  const { properties, additionalProperties } = schema;
  if (properties) return membersOf({ ...schema, properties }, writer, indent);
  const [values] = Object.values(schema.patternProperties ?? {});
  const value = values ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
  return `Record<string, ${typeOf(value, writer, indent)}>`;
}

interface ObjectSchema {
  properties: Record<string, object>;
  required?: string[];
}

export function membersOf({ properties, required = [] }: ObjectSchema, writer: Writer, indent = '') {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]: [string, Schema]) => {
    const isOptional = !required.includes(name) || (writer === 'caller' && 'default' in schema);
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
    return `${comment(schema.description, inner)}${inner}${key}${isOptional ? '?' : ''}: ${typeOf(schema, writer, inner)};\n`;
  });
  return members.length ? `{\n${members.join('')}${indent}}` : 'Record<never, never>';
}

/** Its own line, or none without a text. */
export function comment(text: string | undefined, indent = '') {
  return text ? `${indent}/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n` : '';
}
