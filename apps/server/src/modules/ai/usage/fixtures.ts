import { api } from '@parley/contract';
import type { Fixtures } from '../../../../test/fixtures.ts';

export const fixtures: Fixtures = {
  // A period can't be combined with a range.
  queries: [[api.aiUsage.read, () => ({ from: '2026-11-01', to: '2026-11-15' })]],
};
