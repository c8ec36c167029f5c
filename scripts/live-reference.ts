// Generates the socket reference at the end of docs/guides/realtime.md from the contract.
import { agentLive, type CallGroup, type LiveEvent, resources, visitorLive } from '../packages/contract/src/index.ts';
import { VisitorChat } from '../packages/contract/src/live/visitor-live.ts';
import { VisitorMessage } from '../packages/contract/src/messages/messages.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
}

const MARK = '<!-- Generated below this line from packages/contract by `npm run generate`. -->';

const { Chat, Message, Contact, OnlineVisitor, Typing, SeenMessages } = resources;
// TypeBox types do not have the members of JSON Schema that are read here.
const SHAPES = {
  VisitorChat,
  VisitorMessage,
  Chat,
  Message,
  Contact,
  OnlineVisitor,
  Typing,
  SeenMessages,
} as unknown as Record<string, Schema>;

/** The page with its reference regenerated. */
export function withReference(page: string) {
  const [written = ''] = page.split(MARK);
  return `${written}${MARK}\n\n## Reference\n\n${sections().join('\n\n')}\n`;
}

function sections() {
  return [
    'Types are TypeScript, with `integer` for whole numbers; constraints in comments are validated. Unknown members are refused in calls; new ones may be added to responses and events.',
    ...namespace('/visitor', visitorLive.calls, visitorLive.events),
    ...namespace('/agent', agentLive.calls, agentLive.events),
    '### Shapes',
    ...Object.entries(SHAPES).map(([name, schema]) => `#### ${name}\n\n${code(print(schema))}`),
  ];
}

function namespace(name: string, calls: CallGroup, events: Record<string, LiveEvent>) {
  const said = Object.entries(calls).map(
    ([call, { summary, body, reply, problems }]) =>
      `#### \`${call}\`\n\n${summary}${refusals(problems)}\n\n${code(`body: ${print(body as Schema)}\ndata: ${type(reply as Schema)}`)}`,
  );
  const heard = Object.values(events).map(
    (event) => `#### \`${event.name}\`\n\n${event.summary}\n\n${code(print(event.data as Schema))}`,
  );
  return [`### Calls of \`${name}\``, ...said, `### Events of \`${name}\``, ...heard];
}

function refusals(problems: readonly string[] = []) {
  return problems.length ? ` Problems: ${problems.map((each) => `\`${each}\``).join(', ')}.` : '';
}

const code = (text: string) => `\`\`\`ts\n${text}\n\`\`\``;

/** A named shape is shown by its name, also when nullable or partial. */
function type(schema: Schema, depth = 0): string {
  const [name, whole] = Object.entries(SHAPES).find(([, { properties }]) => properties === schema.properties) ?? [];
  if (!name || !schema.properties) return print(schema, depth);
  const known =
    schema.required?.length === whole?.required?.length
      ? name
      : `Partial<${name}> & Pick<${name}, ${schema.required?.map((each) => `'${each}'`).join(' | ')}>`;
  return [schema.type].flat().includes('null') ? `${known} | null` : known;
}

function print(schema: Schema, depth = 0): string {
  if (schema.anyOf) return schema.anyOf.map((each) => type(each, depth)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((each) => (each === 'null' ? 'null' : type({ ...schema, type: each }, depth))).join(' | ');
  }
  if (schema.type === 'array') return `${wrapped(type(schema.items ?? {}, depth))}[]`;
  if (schema.type === 'object') return object(schema, depth);
  return schema.type ?? 'unknown';
}

const wrapped = (text: string) => (/ \| /.test(text) && !text.startsWith('{') ? `(${text})` : text);

function object({ properties, required = [] }: Schema, depth: number): string {
  const entries = Object.entries(properties ?? {});
  if (!properties) return 'Record<string, unknown>';
  if (!entries.length) return '{}';
  const indent = '  '.repeat(depth + 1);
  const lines = entries.map(([name, member]) => {
    const isOptional = !required.includes(name);
    const note = limits(member);
    return `${indent}${name}${isOptional ? '?' : ''}: ${type(member, depth + 1)};${note && ` // ${note}`}`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function limits(schema: Schema) {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  const range =
    minimum === undefined
      ? []
      : [maximum && maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : `from ${minimum}`];
  const length = maxLength === undefined ? [] : [`${minLength ?? 0} to ${maxLength} characters`];
  const count = maxItems === undefined ? [] : [`${minItems ?? 0} to ${maxItems} of them`];
  return [...range, ...length, ...count, ...(pattern ? [pattern] : []), ...(format ? [format] : [])].join(', ');
}
