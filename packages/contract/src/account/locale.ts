import { Type } from 'typebox';

/** Languages of the console. */
const consoleLocales = ['en', 'ru'] as const;
export type ConsoleLocale = (typeof consoleLocales)[number];

/** Null until the user chooses one. */
export const OwnLocale = Type.Unsafe<ConsoleLocale | null>({
  type: ['string', 'null'],
  enum: [...consoleLocales, null],
});
