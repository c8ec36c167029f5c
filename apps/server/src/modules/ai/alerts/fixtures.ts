import { api } from '@parley/contract';
import type { Fixtures } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { raise } from './index.ts';

const { aiAlerts } = api;

const add = (app: TestApp, { widgetId }: Owner, subjects: string[]) =>
  app.unitOfWork.write({}, async (work) => {
    const ctx = { ...work, widgetId };
    for (const subject of subjects) await raise(ctx, { kind: 'provider_failed', subject, detail: 'No response' });
  });

export const fixtures: Fixtures = {
  bodies: [
    [
      aiAlerts.acknowledge,
      async (app, owner) => {
        await add(app, owner, ['one']);
        const [alert] = (await owner.call(aiAlerts.list)).data.data;
        return { ids: [alert?.id] };
      },
    ],
  ],
  lists: [{ route: aiAlerts.list, fill: (app, owner, names) => add(app, owner, names) }],
};
