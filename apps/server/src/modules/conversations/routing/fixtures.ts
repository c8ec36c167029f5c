import { api } from '@parley/contract';
import type { Fixtures } from '../../../../test/fixtures.ts';

export const fixtures: Fixtures = {
  queries: [[api.departments.previewRouting, () => ({ channel: 'svc', weekday: 'Sunday', time: '22:00' })]],
};
