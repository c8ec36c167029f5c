import type { Schema } from './schemas.ts';

/** Any OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: string;
  paths: object;
  components: object;
}

/** The part of a dereferenced document that the pages need. */
export interface Document {
  info: { version: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: WebhookObject }>;
  components: {
    examples: Record<string, ProblemExample>;
    securitySchemes: { bearer: Scopes };
  };
}

/** Operations by method. */
interface PathItem {
  /** If not those of the document. */
  servers?: { url: string }[];
  get?: OperationObject;
  post?: OperationObject;
  put?: OperationObject;
  patch?: OperationObject;
  delete?: OperationObject;
}

export interface WebhookObject {
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody: Content;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-since'?: string;
  /** Alternatives; empty if no token is sent. */
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, ResponseObject>;
  'x-cap'?: Cap;
  'x-purges'?: 'widget' | 'account';
}

interface Cap {
  limit: number;
  seconds: number;
  per: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
  'x-since'?: string;
}

interface Content {
  content?: Record<string, { schema: Schema; examples?: Record<string, ProblemExample> }>;
}

export interface ResponseObject extends Content {
  'x-streamed'?: boolean;
}

export interface ProblemExample {
  summary: string;
  value: { type: string; status: number; reason: string };
  'x-help': string;
}

interface Scopes {
  /** What each scope permits. */
  'x-scopes': Record<string, string>;
  'x-scope-marks': Record<string, string[]>;
  'x-presets': Record<string, string[]>;
}

/** Replaces each `$ref` by its target; members beside it count more. A schema gets the name of its component as its title. */
export function dereference(document: OpenApi): Document {
  const known = new Map<string, unknown>();
  const read = (reference: string) => {
    if (!known.has(reference)) known.set(reference, copy(follow(document, reference)));
    const name = /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1];
    const value = known.get(reference);
    return name ? { title: name, ...(value as Schema) } : value;
  };
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: reference, ...own } = value as { $ref?: string };
    const members = Object.fromEntries(Object.entries(own).map(([name, each]) => [name, copy(each)]));
    return reference === undefined ? members : { ...(read(reference) as object), ...members };
  };
  return copy(document) as Document;
}

function follow(document: object, reference: string) {
  const [, ...path] = reference.split('/');
  return path.reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], document);
}
