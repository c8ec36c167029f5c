import type { Route } from '@parley/contract';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type TObject, type TSchema, Type } from 'typebox';
import { memoise } from '../data/memoise.ts';
import { isTimeZone, readMoment } from '../data/moments.ts';
import { invalid, problem } from '../problems.ts';
import { findUnstorable } from './json.ts';

const options = {
  useDefaults: true,
  allowUnionTypes: true,
  formats: {
    'date-time': (text: string) => /[Tt ].*(?:[Zz]|[+-]\d\d:?\d\d)$/.test(text) && readMoment(text) !== undefined,
    email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/,
    moment: (text: string) => readMoment(text) !== undefined,
    'time-zone': isTimeZone,
    'https-link': (text: string) => /^https:\/\//i.test(text) && isPlainLink(text),
    'web-link': (text: string) => text === '' || (/^https?:\/\//i.test(text) && isPlainLink(text)),
  },
};
const quick = new Ajv(options);
/** Reports every error, which takes longer. */
const thorough = new Ajv({ ...options, allErrors: true });

/** An absolute URL without user and password, which could make one site look like another. */
function isPlainLink(text: string) {
  const url = /[\s\\\p{Cc}]/u.test(text) ? null : URL.parse(text);
  // Browsers skip extra slashes, and parsing drops an empty user.
  return Boolean(url?.hostname) && !/^https?:\/\/+[^/?#]*@/i.test(text);
}

interface RequestInput {
  /** The query string as it was sent. */
  search: string;
  query: unknown;
  body: unknown;
  /** A file sent instead of a body. */
  upload?: unknown;
}

/** Validates the input of a request against the declaration of its route. */
export function compileInput({ params, query, body, upload }: Route) {
  const queryNumbers = integerNamesOf(query);
  const paramNumbers = integerNamesOf(params);
  const checkQuery = query && createCheck(query);
  const checkBody = createCheck(body ?? NO_BODY);
  const checkParams = params && quick.compile(params);

  return {
    /** Throws 422 with every error in query and body. */
    read(request: RequestInput) {
      if (!isDecodable(request.search)) throw invalid({ query: 'is not valid UTF-8' });
      const query = toNumbers(request.query, queryNumbers);
      const sent = request.body === undefined ? {} : request.body;
      const unstorable = findUnstorable(query) ?? findUnstorable(sent);
      if (unstorable) throw invalid({ [unstorable.path]: unstorable.message });
      const bodyErrors = request.upload ? {} : checkBody(sent);
      const errors = { ...checkQuery?.(query), ...bodyErrors };
      if (upload && !body && !request.upload) errors.file = ['is required as a multipart/form-data field'];
      if (Object.keys(errors).length) throw invalid(errors);
      return { query, body: body && !request.upload ? sent : undefined };
    },
    /** An id that is not valid is 404, like one that does not exist. */
    readParams(values: unknown) {
      const found = toNumbers(values, paramNumbers);
      if (findUnstorable(found) || (checkParams && !checkParams(found))) throw problem('not_found');
      return found;
    },
  };
}

/** Validates the body of a call over a socket. */
export function compileBody(schema: TObject) {
  const check = createCheck(schema);
  return (body: unknown) => {
    const sent = body === undefined ? {} : body;
    const unstorable = findUnstorable(sent);
    const errors = unstorable ? { [unstorable.path]: [unstorable.message] } : check(sent);
    if (Object.keys(errors).length) throw invalid(errors);
    return sent;
  };
}

function isDecodable(text: string) {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function integerNamesOf(schema: TObject | undefined) {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, member]) => (takesInteger(member) ? name : []));
}

function takesInteger(schema: TSchema): boolean {
  return Type.IsInteger(schema) || (Type.IsUnion(schema) && schema.anyOf.some(takesInteger));
}

/** Converts integers in a URL to numbers; anything else is left for the validator to refuse. */
function toNumbers(input: unknown, names: string[]): Record<string, unknown> {
  const values = { ...(input as Record<string, unknown>) };
  for (const name of names) {
    const text = values[name];
    if (typeof text === 'string' && /^(0|-?[1-9]\d{0,16})$/.test(text)) values[name] = Number(text);
  }
  return values;
}

const NO_BODY = { type: 'object', maxProperties: 0, additionalProperties: false };
/** For larger inputs only the first error is reported: finding all would block the event loop for seconds. */
const MAX_EXPLAINED = 1_000;

/** Returns errors by field. Compiled on first use. */
function createCheck(schema: object) {
  const compiled = memoise(() => quick.compile(schema));
  const explain = memoise(() => thorough.compile(schema));
  return (value: unknown): Record<string, string[]> => {
    const check = compiled();
    if (check(value)) return {};
    if (membersOf(value, MAX_EXPLAINED) >= MAX_EXPLAINED) return errorsOf(check);
    const checkAll = explain();
    checkAll(value);
    return errorsOf(checkAll);
  };
}

/** Counts the members of a value at all depths, up to `limit`. */
function membersOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 0;
  for (const key in value) {
    count += membersOf((value as Record<string, unknown>)[key], limit - count);
    if (count >= limit) break;
  }
  return count;
}

function errorsOf(check: ValidateFunction): Record<string, string[]> {
  // A map, since a client may name a field __proto__.
  const messages = new Map<string, Set<string>>();
  for (const error of check.errors ?? []) {
    // The errors of its branches are more useful.
    if (error.keyword === 'anyOf' || error.keyword === 'if') continue;
    const field = fieldOf(error);
    messages.set(field, (messages.get(field) ?? new Set()).add(messageOf(error)));
  }
  return Object.fromEntries([...messages].map(([field, each]) => [field, [...each]]));
}

function fieldOf({ instancePath, params }: ErrorObject) {
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  const member = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  return [...path, ...(member === undefined ? [] : [member])].join('.') || 'body';
}

function unescapePointer(part: string) {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function messageOf({ keyword, params, instancePath, message = 'is invalid' }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is an unknown field';
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}`;
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`;
    case 'minProperties':
      return 'must have at least one field to update';
    case 'maxProperties':
      return params.limit ? `must have at most ${params.limit} members` : 'must be empty: this route has no body';
    case 'false schema':
      // Top-level members depend on the type of a message, nested ones on the name they are an alias of.
      return instancePath.lastIndexOf('/') > 0
        ? 'cannot be sent together with its alias'
        : 'is not allowed for this message type';
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} items`;
    case 'maxItems':
      return `must have at most ${params.limit} items`;
    case 'uniqueItems':
      return 'must not contain duplicates';
    case 'pattern':
      return params.pattern === '\\S' ? 'must not be blank' : 'has an invalid format';
    case 'format':
      return FORMATS[params.format] ?? message;
    default:
      return message;
  }
}

const FORMATS: Record<string, string> = {
  'date-time': 'must be a time in ISO 8601 with an offset',
  moment: 'must be a date or time in ISO 8601',
  'time-zone': 'must be an IANA time zone, such as Europe/Moscow',
  email: 'must be an e-mail address',
  'https-link': 'must be an absolute https:// URL without user and password',
  'web-link': 'must be an absolute http:// or https:// URL without user and password',
};
