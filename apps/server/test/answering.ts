import { api, type Explanation } from '@parley/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { addChat } from './callers.ts';
import { type OpenApp, openApp, type TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { CALLS_THIS_MACHINE } from './receiver.ts';
import { until } from './until.ts';
import { startVendor } from './vendors/vendor.ts';

type Vendor = Awaited<ReturnType<typeof startVendor>>;

/** A server whose AI answers, and the vendor of its models, for all tests of a file. */
export function shareAi({ live = false, isPublic = false } = {}) {
  let shared: { app: OpenApp; vendor: Vendor } | undefined;
  beforeAll(async () => {
    const vendor = await startVendor('openai');
    const app = await openApp(
      { AI_VENDOR_URLS: `openai=${vendor.url}`, ...CALLS_THIS_MACHINE },
      { background: true, live, isPublic },
    );
    shared = { app, vendor };
  });
  beforeEach(() => {
    if (shared) shared.vendor.usual = {};
    shared?.vendor.requests.splice(0);
  });
  afterAll(async () => {
    await shared?.app.end();
    shared?.vendor.close();
  });
  return () => {
    if (!shared) throw new Error('The server is started before the first test');
    return shared;
  };
}

interface GivenAi {
  assistant?: object;
  operator?: object;
  credential?: object;
  settings?: object;
}

/** A widget whose AI is on: a credential, an assistant and an operator. */
export async function addAi(owner: Owner, { assistant, operator, credential, settings }: GivenAi = {}) {
  const key = { provider: 'openai', api_key: 'sk-test', model: 'model-a', price_input: 2, price_output: 10 };
  const { data: made } = await owner.call(api.aiCredentials.create, { body: { ...key, ...credential } });
  const { data: helper } = await owner.call(api.aiAssistants.create, { body: { name: 'Helper', ...assistant } });
  const { data: agent } = await owner.call(api.aiOperators.create, {
    body: { assistant_id: helper.id, name: 'Mia', ...operator },
  });
  await configureAi(owner, { enabled: true, ...settings });
  return { credentialId: made.id, assistantId: helper.id, operatorId: agent.id };
}

export const configureAi = (owner: Owner, body: object) => owner.call(api.aiSettings.update, { body });

/** A chat of a visitor who has written, with what tests ask of it. */
export async function addAiChat(app: TestApp, owner: Owner, text = 'hello') {
  const chat = await addChat(app, owner, text);
  const { params } = chat;
  const list = async () => (await owner.call(api.messages.list, { params })).data.data.toReversed();
  const explain = async () => ((await owner.call(api.chats.explain, { params })).body as Explanation).data;
  return {
    ...chat,
    list,
    explain,
    /** Messages that the visitor sees, as `sender: body`. */
    said: async () => (await list()).filter(({ seq }) => seq !== null).map(({ sender, body }) => `${sender}: ${body}`),
    ai: async () => (await owner.call(api.chats.readAi, { params })).data,
    /** Waits until no turn is open, and returns the turns, oldest first. */
    settled: async () => {
      await until(async () => {
        const { turns } = await explain();
        return turns.length > 0 && turns.every(({ outcome }) => outcome !== 'running');
      }, 'every turn has ended');
      return (await explain()).turns.toReversed();
    },
    reply: (body: string, agentId = owner.agentId) =>
      owner.call(api.messages.send, { params, body: { type: 'text', body, agent_id: agentId } }),
  };
}
