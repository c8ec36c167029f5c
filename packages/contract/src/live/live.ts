import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { ProblemCode } from '../problems/problems.ts';
import type { Scope } from '../route/scopes.ts';

interface CallDeclaration {
  summary: string;
  /** None: any connected client. */
  scope?: Scope;
  /** Which rate limit it counts against; a write is one transaction. */
  rate: 'read' | 'write';
  /** Frequent and cheap: has its own rate limit. */
  isLight?: true;
  body: TObject;
  /** What the acknowledgement carries in `data`. */
  reply: TSchema;
  /** Problems beyond those of every call. */
  problems?: readonly ProblemCode[];
}

/** A call over a socket, always answered by its acknowledgement. */
export type LiveCall<D extends CallDeclaration = CallDeclaration> = D;

/** An event that the server pushes. */
export interface LiveEvent<Name extends string = string, Data extends TObject = TObject> {
  namespace: 'visitor' | 'agent';
  name: Name;
  summary: string;
  data: Data;
}

export type CallGroup = Record<string, LiveCall>;
export type CallBody<C extends LiveCall> = Static<C['body']>;
export type CallReply<C extends LiveCall> = Static<C['reply']>;
export type LiveData<E extends LiveEvent> = Static<E['data']>;

/** Declares a call. Undeclared members are refused by name. */
export function call<const D extends CallDeclaration>(declaration: D): LiveCall<D> {
  return { ...declaration, body: { additionalProperties: false, ...declaration.body } };
}

/** Declares the events of a namespace, each named as its member. */
export function eventsOf<const E extends Record<string, { summary: string; data: TObject }>>(
  namespace: 'visitor' | 'agent',
  declared: E,
) {
  const entries = Object.entries(declared).map(([name, event]) => [name, { namespace, name, ...event }]);
  return Object.fromEntries(entries) as { [Name in keyof E & string]: LiveEvent<Name, E[Name]['data']> };
}

/** A partial object with some required members. */
export function changesOf<T extends TObject, K extends keyof Static<T> & string>(schema: T, required: K[]) {
  return Type.Unsafe<Partial<Static<T>> & Pick<Static<T>, K>>({
    type: 'object',
    properties: schema.properties,
    required,
  });
}

/** In every namespace: why the server closes the connection. */
export const refused = {
  summary: 'The server closes the connection for this reason.',
  data: Type.Object({ reason: Type.String(), detail: Type.String() }),
};
