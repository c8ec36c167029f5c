import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { ProblemCode } from '../problems/problems.ts';
import type { Scope } from '../route/scopes.ts';

interface CallDeclaration {
  summary: string;
  /** None: whoever is connected. */
  scope?: Scope;
  /** Which counter of the caller it takes from; a write is one transaction. */
  rate: 'read' | 'write';
  /** Said so often, and worth so little, that it has a counter of its own. */
  isLight?: true;
  body: TObject;
  /** What the acknowledgement carries in `data`. */
  reply: TSchema;
  /** Problems of its own, besides those that any call can be answered with. */
  problems?: readonly ProblemCode[];
}

/** What a client says over a socket. It is always answered, through its acknowledgement. */
export type LiveCall<D extends CallDeclaration = CallDeclaration> = D;

/** What the server says over a socket, unasked. */
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

/** Declares what can be said; a member that nobody declared is refused by name. */
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

/** An object of which everything but a few members may be left out. */
export function changesOf<T extends TObject, K extends keyof Static<T> & string>(schema: T, required: K[]) {
  return Type.Unsafe<Partial<Static<T>> & Pick<Static<T>, K>>({
    type: 'object',
    properties: schema.properties,
    required,
  });
}

/** In every namespace: the server hangs up, and says why before it does. */
export const refused = {
  summary: 'The connection ends here, for this reason.',
  data: Type.Object({ reason: Type.String(), detail: Type.String() }),
};
