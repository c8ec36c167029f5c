import { problems } from '@parley/contract';
import { ParleyProblem } from '@parley/sdk';
import { beforeAll, expect, test, vi } from 'vitest';
import { en } from '../../locales/en.ts';

let explain: typeof import('./explain.ts').explain;
beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'https://chat.example.test' });
  ({ explain } = await import('./explain.ts'));
});

test.for([
  ['session_required', en.signIn.notes['session-ended']],
  ['token_expired', 'You’ve been signed out. Sign in again.'],
  ['role_required', 'You don’t have access. Ask the account owner for it.'],
  ['origin_not_allowed', en.failures.origin],
  ['validation_failed', 'This wasn’t accepted. Check what you entered.'],
  ['unavailable', 'The server isn’t responding. Try again in a moment.'],
] as const)('%s is explained', ([code, text]) => {
  const { status, title } = problems[code];
  expect(explain(new ParleyProblem({ status, code, title, detail: title }), en, 'en')).toBe(text);
});
