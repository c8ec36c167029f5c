// Takes the console screenshots in docs/images, or those with a word in their name:
// node --import ./apps/server/runtime.js scripts/console-pictures.ts [word]
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { ensureChromium } from '../apps/server/test/chromium.ts';
import { settingsFor, startAll } from '../apps/server/test/messengers/all.ts';
import { meaningOf } from '../apps/server/test/vendors/meaning.ts';
import { startVendor } from '../apps/server/test/vendors/vendor.ts';
import { addAi } from './shop-ai.ts';
import { addCampaigns } from './shop-campaigns.ts';
import { addHistory } from './shop-history.ts';
import { addInvitations } from './shop-invitations.ts';
import { addKnowledge } from './shop-knowledge.ts';
import { addMessengers } from './shop-messengers.ts';
import { inShop, OWNER, type Shop } from './widget-shop.ts';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const DESK = { viewport: { width: 1_440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const SETTLED = { animations: 'disabled' } as const;
const THEMES = ['light', 'dark'] as const;

const PEOPLE = [
  { name: 'Maria Lopez', email: 'maria@example.com', says: ['Which mug keeps tea warm?'] },
  { name: 'Иван Петров', email: 'ivan@example.com', says: ['Здравствуйте! Можно поменять адрес доставки?'] },
  { name: 'Chen Wei', email: 'chen@example.com', says: ['Is the walnut bowl back in stock?'] },
  { name: null, email: null, says: ['Hello?', 'Is anybody there?'] },
  { name: 'Aisha Khan', email: 'aisha@example.com', says: ['The code SPRING does not work'] },
  { name: 'Lars Holm', email: null, says: ['One of the plates arrived broken 😕'] },
];

const TEAM = ['Sofia Marin', 'Олег Белов', 'Tom Baker'];
const PHRASES = [
  ['hi', 'Hello, {{contact.first_name|there}}! How can I help?'],
  ['delivery', 'Orders placed before noon ship the same day and arrive within 2–3 working days.'],
  ['returns', 'You can return anything within 30 days. Send us the order number, and we will arrange the rest.'],
  ['возврат', 'Вернуть покупку можно в течение 30 дней. Напишите номер заказа, и мы всё оформим.'],
] as const;
const OFFICE = { from: '09:00', to: '18:00' };

const screensOf = (chatId: number, departmentId: number, agentId: number) => ({
  inbox: `/inbox/${chatId}`,
  contacts: '/contacts',
  visitors: '/visitors',
  profile: '/settings/profile',
  team: '/settings/team',
  person: `/settings/team/${agentId}`,
  'quick-phrases': '/settings/quick-phrases',
  import: '/settings/import',
  departments: '/settings/departments',
  department: `/settings/departments/${departmentId}`,
  account: '/settings/account',
  security: '/settings/security',
  mail: '/settings/mail',
  'personal-data': '/settings/personal-data',
  'audit-log': '/settings/audit-log',
  widget: '/settings/widget',
  'widget-installation': '/settings/widget?tab=install',
  developers: '/settings/developers',
});

const developerScreensOf = (webhookId: number) => ({
  tokens: '/settings/developers/tokens',
  'new-token': '/settings/developers/tokens/new',
  webhook: `/settings/developers/webhooks/${webhookId}`,
  events: '/settings/developers/events',
  channels: '/settings/developers/channels',
});

const aiScreensOf = ({ operatorId, assistantId }: Awaited<ReturnType<typeof addAi>>) => ({
  ai: '/ai',
  'ai-operators': '/ai/operators',
  'ai-operator': `/ai/operators/${operatorId}`,
  'ai-assistants': '/ai/assistants',
  'ai-assistant': `/ai/assistants/${assistantId}`,
  'ai-credentials': '/ai/credentials',
  'ai-external-operators': '/ai/external-operators',
  'ai-phrases': '/ai/phrases',
  'ai-alerts': '/ai/alerts',
  'ai-usage': '/ai/usage',
});

const knowledgeScreensOf = ({ ruleId }: Awaited<ReturnType<typeof addKnowledge>>) => ({
  'ai-knowledge': '/ai/knowledge',
  'ai-knowledge-rule': `/ai/knowledge/rules/${ruleId}`,
  'ai-knowledge-sources': '/ai/knowledge/sources',
  'ai-knowledge-files': '/ai/knowledge/files',
  'ai-knowledge-site': '/ai/knowledge/site',
  'ai-knowledge-try': '/ai/knowledge/try',
});

const messengerScreensOf = (chatId: number) => ({
  messengers: '/settings/messengers',
  messenger: '/settings/messengers/tg',
  'messenger-chat': `/inbox/${chatId}`,
});

const invitationScreensOf = (ruleId: number) => ({
  invitations: '/outreach/invitations',
  invitation: `/outreach/invitations/${ruleId}`,
  'invitation-templates': '/outreach/invitations/new',
  'invitation-results': '/outreach/invitations/results',
});

const campaignScreensOf = ({ draftId, sentId, onsiteId }: Awaited<ReturnType<typeof addCampaigns>>) => ({
  campaigns: '/outreach/campaigns',
  'campaign-draft': `/outreach/campaigns/${draftId}`,
  'campaign-email': `/outreach/campaigns/${sentId}`,
  'campaign-onsite': `/outreach/campaigns/${onsiteId}`,
});

const QUESTION = 'How long does delivery to Austria take?';

/** Searches where a question can be asked; the assistant answers it on the page for that. */
async function ask(page: Page, name: string) {
  const question = page.getByRole('textbox', { name: 'Question of a visitor' });
  if (!['ai-knowledge-rule', 'ai-knowledge-try'].includes(name)) return;
  await question.fill(QUESTION);
  await question.press('Enter');
  await page.locator('mark').first().waitFor();
  if (name !== 'ai-knowledge-try') return;
  await page.getByRole('button', { name: 'Answer from this' }).click();
  await page.getByRole('log', { name: 'Test chat' }).getByText('Five to seven days').waitFor();
}

const REPORTS = {
  reports: '/reports?period=last-90-days',
  'reports-channels': '/reports/channels?period=last-90-days',
  'reports-agents': '/reports/agents?period=last-90-days',
  'reports-ratings': '/reports/ratings',
  'reports-hours': '/reports/hours?period=last-90-days',
};

const [, , word = ''] = process.argv;

async function take(page: Page, name: string) {
  if (name.includes(word)) await page.screenshot({ ...SETTLED, path: `${IMAGES}console-${name}.png` });
}

mkdirSync(IMAGES, { recursive: true });
const browser = await chromium.launch({ executablePath: ensureChromium(), chromiumSandbox: false });
const vendors = { openai: await startVendor('openai'), anthropic: await startVendor('anthropic') };
const messengers = await startAll();
const reply = { text: 'Five to seven days, and it costs 12 euros [K1].', usage: { input: 612, output: 14 } };
for (const vendor of Object.values(vendors)) vendor.usual = { ...reply, embed: meaningOf };
await inShop(
  async (shop) => {
    for (const theme of THEMES) {
      const { page, end } = await enter(shop, { ...DESK, colorScheme: theme }, (page) =>
        take(page, `sign-in-${theme}`),
      );
      await page.goto(`${shop.url}/app/inbox`, { waitUntil: 'networkidle' });
      await take(page, `first-steps-${theme}`);
      await page.goto(`${shop.url}/app/ai`, { waitUntil: 'networkidle' });
      await take(page, `ai-setup-${theme}`);
      await page.goto(`${shop.url}/app/ai/knowledge`, { waitUntil: 'networkidle' });
      await take(page, `ai-knowledge-start-${theme}`);
      await end();
    }
    const chats: number[] = [];
    for (const person of PEOPLE) chats.push(await write(shop, person));
    const receiver = createServer((_request, response) => response.end('{"ok":true}')).listen(0);
    const webhookId = await addWebhook(shop, (receiver.address() as AddressInfo).port);
    await talk(shop, chats[0] ?? 0);
    const departmentId = await addTeam(shop);
    for (const theme of THEMES) {
      const { page, end } = await enter(shop, { ...DESK, colorScheme: theme });
      const screens = { ...screensOf(chats[0] ?? 0, departmentId, shop.agentId), ...developerScreensOf(webhookId) };
      for (const [name, path] of Object.entries(screens)) {
        await page.goto(`${shop.url}/app${path}`, { waitUntil: 'networkidle' });
        if (name === 'inbox') await page.getByText('Harbour, blue').waitFor();
        if (name === 'department')
          await page.getByRole('region', { name: 'Hours' }).evaluate((week) => week.scrollIntoView());
        if (name === 'import') await chooseFile(page);
        await take(page, `${name}-${theme}`);
      }
      await page.goto(`${shop.url}/app/inbox/${chats[0]}`, { waitUntil: 'networkidle' });
      await page.keyboard.press('Control+k');
      // Not one of a closed select.
      await page.locator('[role="option"]').first().waitFor();
      await take(page, `palette-${theme}`);
      await end();
    }
    const messengerChat = await addMessengers(shop, messengers);
    for (const theme of THEMES) {
      const { page, end } = await enter(shop, { ...DESK, colorScheme: theme });
      for (const [name, path] of Object.entries(messengerScreensOf(messengerChat))) {
        await page.goto(`${shop.url}/app${path}`, { waitUntil: 'networkidle' });
        await take(page, `${name}-${theme}`);
      }
      await end();
    }
    const ruleId = await addInvitations(shop);
    for (const theme of THEMES) {
      const { page, end } = await enter(shop, { ...DESK, colorScheme: theme });
      for (const [name, path] of Object.entries(invitationScreensOf(ruleId))) {
        await page.goto(`${shop.url}/app${path}`, { waitUntil: 'networkidle' });
        if (name === 'invitation')
          await page.frameLocator('iframe').getByRole('button', { name: 'Delivery' }).waitFor();
        await take(page, `${name}-${theme}`);
      }
      await end();
    }
    const campaigns = await addCampaigns(shop);
    for (const theme of THEMES) {
      const { page, end } = await enter(shop, { ...DESK, colorScheme: theme });
      for (const [name, path] of Object.entries(campaignScreensOf(campaigns))) {
        await page.goto(`${shop.url}/app${path}`, { waitUntil: 'networkidle' });
        if (name === 'campaign-draft')
          await page.frameLocator('iframe').frameLocator('iframe').getByText('The spring collection').waitFor();
        await take(page, `${name}-${theme}`);
      }
      await end();
    }
    // Last, since it adds hundreds of contacts.
    await addHistory(shop.dataDir, shop.widgetId);
    for (const theme of THEMES) {
      const { page, end } = await enter(shop, { ...DESK, colorScheme: theme });
      for (const [name, path] of Object.entries(REPORTS)) {
        await page.goto(`${shop.url}/app${path}`, { waitUntil: 'networkidle' });
        await page.locator('main [class*=Skeleton]').first().waitFor({ state: 'detached' });
        await take(page, `${name}-${theme}`);
      }
      await end();
    }
    const ai = await addAi(shop);
    const knowledge = await addKnowledge(shop);
    for (const theme of THEMES) {
      const { page, end } = await enter(shop, { ...DESK, colorScheme: theme });
      for (const [name, path] of Object.entries({ ...aiScreensOf(ai), ...knowledgeScreensOf(knowledge) })) {
        await page.goto(`${shop.url}/app${path}`, { waitUntil: 'networkidle' });
        if (name === 'ai-operator') await page.frameLocator('iframe').getByRole('heading', { name: 'Ada' }).waitFor();
        await ask(page, name);
        await take(page, `${name}-${theme}`);
      }
      await end();
    }
    const { page, end } = await enter(shop, PHONE);
    await page.goto(`${shop.url}/app/inbox/${chats[0]}`, { waitUntil: 'networkidle' });
    await take(page, 'phone');
    await end();
    receiver.close();
  },
  {
    AI_VENDOR_URLS: `openai=${vendors.openai.url},anthropic=${vendors.anthropic.url}`,
    ...settingsFor(messengers),
  },
);
for (const vendor of [...Object.values(vendors), ...Object.values(messengers)]) vendor.close();
await browser.close();

async function enter({ url }: Shop, options: BrowserContextOptions, atTheDoor?: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    permissions: ['notifications'],
    ...options,
  });
  const page = await context.newPage();
  await page.goto(`${url}/app/sign-in`, { waitUntil: 'networkidle' });
  await atTheDoor?.(page);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /^Your menu/ }).waitFor();
  return { page, end: () => context.close() };
}

/** A visitor opens the shop, writes and stays. */
async function write({ url, buttonGuid, api }: Shop, { name, email, says }: (typeof PEOPLE)[number]) {
  const post = async (path: string, body: object, token = '', method = 'POST') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${url}/widget-api/${buttonGuid}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    const text = await answer.text();
    return text ? JSON.parse(text) : undefined;
  };
  const page = {
    page: 'https://olive-and-clay.example/mugs/harbour',
    title: 'Harbour mug',
    referrer: 'https://www.google.com/',
  };
  const { token } = await post('/session', { page: page.page, referrer: page.referrer, locale: 'en' });
  await post('/visit', page, token);
  for (const body of says) await post('/messages', { client_message_id: randomUUID(), type: 'text', body }, token);
  if (name) await post('/contact', { name, ...(email && { email }) }, token, 'PATCH');
  const { data } = await api.chats.list({ query: { limit: 1 } });
  return data[0]?.id ?? 0;
}

/** A webhook that gets what happens in the chat. */
async function addWebhook({ api }: Shop, port: number) {
  const url = `http://127.0.0.1:${port}/hooks/parley`;
  const events = ['message.created', 'chat.accepted', 'chat.closed'] as const;
  const { id } = await api.webhooks.create({ body: { url, events: [...events] } });
  await api.webhooks.test({ params: { id } });
  return id;
}

/** The chat open in the screenshots. */
async function talk({ api, agentId: agent_id }: Shop, id: number) {
  const params = { id };
  const said = 'mug has thick walls, and it comes with a lid.';
  await api.messages.send({
    params,
    body: { agent_id, type: 'text', body: `The Harbour ${said}`, markdown: `The **Harbour** ${said}` },
  });
  await api.messages.addNote({ params, body: { agent_id, body: 'Asked for blue twice this week: worth a restock?' } });
  const buttons = [{ label: 'Harbour, blue', url: 'https://olive-and-clay.example/harbour' }];
  await api.messages.send({
    params,
    body: { agent_id, type: 'keyboard', body: 'It ships today.', keyboard: { buttons } },
  });
  const { contact_id } = await api.chats.read({ params });
  await api.contacts.addTags({ params: { id: contact_id ?? '' }, body: { tags: ['regular', 'wholesale'] } });
}

/** A file for the import, with a row that is skipped. */
async function chooseFile(page: Page) {
  const rows = [
    'First name,Last name,E-mail,Phone,Tags,Company',
    'Nora,Lind,nora@example.com,+46 70 123 45 67,wholesale,Lind & Co',
    'Пётр,Орлов,petr@example.com,,,Чайная лавка',
    'Ines,Costa,ines.example.com,,,',
  ];
  const buffer = Buffer.from(rows.join('\n'));
  await page.locator('input[type="file"]').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
  await page.getByText('1 row will be skipped').waitFor();
}

/** Colleagues, an invitation, a department and the last of the first steps. */
async function addTeam({ api, agentId, addAgent }: Shop) {
  const ids = TEAM.map((name, at) => addAgent(name, `agent${at + 1}@example.com`));
  await api.agents.invite({ body: { email: 'nina@example.com' } });
  for (const [at, [name, phrase]] of PHRASES.entries()) {
    await api.quickPhrases.create({ body: { agent_id: ids[at - 2] ?? agentId, name, phrase } });
  }
  const day = [OFFICE.from, OFFICE.to];
  const office_hours = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: null, sun: null };
  await api.widget.updateSettings({ body: { office_hours, widget_default_language: 'en' } });
  const schedule = { Monday: OFFICE, Tuesday: OFFICE, Wednesday: OFFICE, Thursday: OFFICE, Friday: OFFICE };
  const body = { name: 'Sales', channels: ['svc', 'tg'], agent_ids: [agentId, ...ids.slice(0, 2)], schedule };
  return (await api.departments.create({ body })).id;
}
