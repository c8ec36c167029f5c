import type { Input, Route } from '@parley/contract';

/** The type itself while the names are all of its members; else one that no value has, with the others in its message. */
type Exactly<T, Names> = [keyof T] extends [Names]
  ? T
  : { [Name in Exclude<keyof T, Names> as `${Name & string} is not handled`]: never };

/** The body of a route, for a function that handles these members: one that the schema gains does not compile until it is listed. */
export type Body<R extends Route, Names extends PropertyKey> = Exactly<NonNullable<Input<R>['body']>, Names>;

/** The query of a route, likewise. */
export type Query<R extends Route, Names extends PropertyKey> = Exactly<Input<R>['query'], Names>;

type OnlyKey<T, Key = keyof T> = Key extends keyof T ? ([keyof T] extends [Key] ? Key : never) : never;

/** The value of an input's only member. An input with a second one does not compile. */
export function only<T extends object>(input: T, name: OnlyKey<T>): T[OnlyKey<T>] {
  return input[name];
}
