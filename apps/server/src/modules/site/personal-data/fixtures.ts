import { accountRetentionRoutes } from '@parley/contract';
import type { Fixtures } from '../../../../test/fixtures.ts';

export const fixtures: Fixtures = {
  queries: [[accountRetentionRoutes.countOldChats, () => ({ chats_keep_days: 30 })]],
};
