import { api, describeScope, presets as documented, type Scope, scopeNames } from '@parley/contract';
import { expect, test } from 'vitest';
import { tokens as en } from '../../../locales/en/tokens.ts';
import { tokens as ru } from '../../../locales/ru/tokens.ts';
import { offeredScopes, presets, sensitiveScopes } from './scope-groups.ts';

/** Calls of the migration layer name it in their body. */
const OF_BOTS: Scope[] = ['responder:inject'];

test('exactly the scopes that some call needs are offered', () => {
  const needed = new Set<Scope>(OF_BOTS);
  for (const group of Object.values(api)) {
    for (const route of Object.values(group)) for (const scope of route.scopes) needed.add(scope);
  }
  expect([...needed].sort()).toEqual([...offeredScopes].sort());
});

test('sensitive scopes are marked, and each offered scope is explained', () => {
  const sensitive = scopeNames.filter((scope) => offeredScopes.includes(scope) && describeScope(scope).sensitive);
  expect([...sensitiveScopes].sort()).toEqual(sensitive.sort());
  for (const texts of [en, ru]) expect(Object.keys(texts.grants).sort()).toEqual([...offeredScopes].sort());
  expect(presets.readOnly).toEqual(documented.read_only);
  expect(presets.integration).toEqual(documented.integration);
});
