import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';

const { aiAssistants } = api;

const content = {
  name: 'Shop assistant',
  enabled: true,
  is_default: true,
  persona: 'You work in a tea shop.',
  system_prompt: 'Answer in two sentences.',
  temperature: 0.5,
  rag_enabled: true,
  escalation_triggers: ['refund'],
  greeting: 'Hello!',
  quick_phrases: ['Where is my order?'],
  greeting_i18n: { en: 'Hello!', 'de-AT': 'Hallo!' },
  quick_phrases_i18n: { en: ['Where is my order?'] },
  provider: 'openai',
  model: 'large',
};

export const fixtures: Fixtures = {
  resources: {
    assistant: async (app, owner) => {
      const call = await withToken(app, owner);
      return { id: (await call(aiAssistants.create, { body: { name: 'Shop assistant' } })).data.id };
    },
  },
  bodies: [
    [aiAssistants.create, () => content],
    [aiAssistants.update, () => content],
  ],
  lists: [
    {
      route: aiAssistants.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        await inBatchesOfTen(names, (name) => call(aiAssistants.create, { body: { name } }));
      },
    },
  ],
};
