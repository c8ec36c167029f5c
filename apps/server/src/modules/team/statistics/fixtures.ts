import { api, dashboard } from '@parley/contract';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import { addAgent } from '../../../../test/people.ts';

const { stats } = api;

export const fixtures: Fixtures = {
  queries: [
    [stats.read, () => ({ period: 'week', metric: 'chats_total,messages_total' })],
    [stats.channels, () => ({ from: '2026-01-01', to: '2026-01-31' })],
    [stats.timeseries, () => ({ period: 'month', interval: 'week', metric: 'chats_missed' })],
    [stats.trend, () => ({ from: '2026-01-01', to: '2026-01-02', interval: 'hour' })],
    [stats.hours, () => ({ from: '2026-01-01', to: '2026-01-31' })],
    [stats.ratings, () => ({ period: 'week' })],
    [stats.agents, () => ({ period: 'yesterday', metric: 'chats_total', limit: 5 })],
    [stats.agent, () => ({ period: 'today', metric: 'rating_average' })],
    [dashboard.profile.stats, () => ({ from: '2026-01-01', metric: 'chats_handled' })],
    [dashboard.profile.trend, () => ({ from: '2026-01-01', to: '2026-01-31', interval: 'week' })],
  ],
  lists: [
    { route: stats.agents, fill: (app, owner, names) => inBatchesOfTen(names, () => addAgent(app, owner, 'operator')) },
  ],
};
