import { aiAssistantTestRoutes, api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import type { Fixtures } from '../../../../test/fixtures.ts';

/** A trigger answers without a model. */
const TRIGGER = 'refund';

export const fixtures: Fixtures = {
  bodies: [
    [
      aiAssistantTestRoutes.test,
      async (app, owner, { id }) => {
        const call = await withToken(app, owner);
        const body = { escalation_triggers: [TRIGGER] };
        await call(api.aiAssistants.update, { params: { id: Number(id) }, body });
        return { message: TRIGGER, history: [{ role: 'client', content: 'Hi' }], locale: 'en' };
      },
    ],
  ],
};
