// From the sender to the other side's screen, both in browsers.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { spend, WRITES } from './load.ts';
import { mintTokens } from './processes.ts';
import { formatP95, type Row, summarise } from './rounds.ts';
import { openConsole } from './widget-console.ts';
import { judge } from './widget-goals.ts';
import { inPlace, launcherOf, openContext, type Place } from './widget-place.ts';
import { momentOf, type Probed } from './widget-probe.ts';

const GOAL_MS = 50;
/** Enough that no one exceeds their rate limit; the first one warms up. */
const VISITORS = 9;
const MESSAGES = 20;

interface Said {
  /** Milliseconds to the agent's screen, and to the visitor's. */
  there: number[];
  back: number[];
}

export const talk = () =>
  inPlace(async (place): Promise<Row[]> => {
    const token = spend(mintTokens(place.dataDir, place.widget, 4), WRITES);
    const operator = await openConsole(place);
    const all: Said[] = [];
    for (let at = 0; at < VISITORS; at += 1)
      all.push(await converse(place, { operator, token, name: `visitor ${at}` }));
    const [, ...counted] = all;
    const [there, back] = [counted.flatMap((said) => said.there), counted.flatMap((said) => said.back)];
    return [
      [`visitor's Enter to the agent's screen, p50 ms (goal: ${GOAL_MS} or less)`, judge(summarise(there), GOAL_MS, 1)],
      ['the same, p95 ms', formatP95(there)],
      [
        `agent's API call to the visitor's screen, p50 ms (goal: ${GOAL_MS} or less)`,
        judge(summarise(back), GOAL_MS, 1),
      ],
      ['the same, p95 ms', formatP95(back)],
    ];
  });

interface Sides {
  operator: Page;
  token: () => string;
  name: string;
}

async function converse({ browser, site, operator: { agentId } }: Place, { operator, token, name }: Sides) {
  const context = await openContext(browser);
  const visitor = await context.newPage();
  await visitor.goto(site.chat);
  await launcherOf(visitor).click();
  await write(visitor, name);
  const drawn = operator.locator('li', { hasText: name });
  await drawn.waitFor();
  const chatId = await drawn.getAttribute('data-chat');

  const said: Said = { there: [], back: [] };
  for (let at = 0; at < MESSAGES; at += 1) {
    const [question, answer] = [`${name} asks ${at}.`, `${name} is answered ${at}.`];
    await expectText(operator, 'ol', question);
    await write(visitor, question);
    const { enteredAt } = await visitor.evaluate<Probed>('probe.read()');
    said.there.push((await momentOf(operator, 'shown')) - enteredAt);
    await rest();

    await expectText(visitor, 'service-widget', answer);
    const message = { agent_id: agentId, type: 'text', body: answer };
    const calledAt = await operator.evaluate<number>(`answer(${chatId}, '${token()}', ${JSON.stringify(message)})`);
    said.back.push((await momentOf(visitor, 'shown')) - calledAt);
    await rest();
  }
  await context.close();
  return said;
}

const expectText = (page: Page, selector: string, text: string) =>
  page.evaluate(`probe.expect(${JSON.stringify(text)}, '${selector}')`);

async function write(page: Page, text: string) {
  const input = page.locator('service-widget textarea');
  await input.fill(text);
  await input.press('Enter');
}

/** At a random moment of a frame. */
const rest = () => pause(50 + Math.random() * 100);
