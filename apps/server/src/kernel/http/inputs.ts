import type { Input, Route } from '@parley/contract';

/** T if the names cover all of its members; otherwise a type without values that names the missing ones. */
type Exactly<T, Names> = [keyof T] extends [Names]
  ? T
  : { [Name in Exclude<keyof T, Names> as `${Name & string} is not handled`]: never };

/** The body of a route, for a function that handles these members: a new member of the schema is a compile error. */
export type Body<R extends Route, Names extends PropertyKey> = Exactly<NonNullable<Input<R>['body']>, Names>;

/** The query of a route, likewise. */
export type Query<R extends Route, Names extends PropertyKey> = Exactly<Input<R>['query'], Names>;

type OnlyKey<T, Key = keyof T> = Key extends keyof T ? ([keyof T] extends [Key] ? Key : never) : never;

/** The value of the only member of an input; a second member is a compile error. */
export function only<T extends object>(input: T, name: OnlyKey<T>): T[OnlyKey<T>] {
  return input[name];
}
