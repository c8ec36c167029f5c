import { type Scope, scopeNames } from '@parley/contract';
import { readMoment } from '../kernel/data/moments.ts';
import * as tokens from '../modules/account/tokens/index.ts';
import * as widgets from '../modules/account/widgets/index.ts';
import {
  type Command,
  type CommandOptions,
  fail,
  failMissing,
  readId,
  readInteger,
  readText,
  text,
} from './command.ts';

const MOST = 10_000;

export const create: Command = {
  summary: 'create tokens of a widget, printed one per line',
  required: ['widget', 'scopes'],
  options: { widget: text, scopes: text, name: text, count: text, expires: text },
  run: async ({ unitOfWork }, given) => {
    const widgetId = readId(given, 'widget');
    const count = readInteger(given, 'count') ?? 1;
    if (count > MOST) fail(`--count must be at most ${MOST}`);
    const token = {
      name: readText(given, 'name')?.trim() || 'cli',
      scopes: readScopes(given),
      expires_at: readExpiry(given),
    };
    return unitOfWork.write({}, async (work) => {
      if (!(await widgets.exists(work, widgetId))) failMissing(`There is no widget ${widgetId}`);
      const made: object[] = [];
      while (made.length < count) {
        const { id, token: secret } = await tokens.issue(work, widgetId, token);
        made.push({ id, token: secret });
      }
      return made;
    });
  },
};

export const revoke: Command = {
  summary: 'revoke a token immediately, on every node',
  required: ['id'],
  options: { id: text },
  run: async ({ unitOfWork }, given) => {
    const id = readId(given, 'id');
    await unitOfWork.write({}, (work) => tokens.revoke(work, id));
    return [{ id }];
  },
};

function readScopes(given: CommandOptions): Scope[] {
  const list = readText(given, 'scopes') ?? '';
  if (list === 'all') return scopeNames;
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.filter((name) => !scopeNames.includes(name as Scope));
  if (unknown.length) fail(`Unknown scope: ${unknown.join(', ')}. Choose from: ${scopeNames.join(', ')}`);
  return names as Scope[];
}

function readExpiry(given: CommandOptions) {
  const text = readText(given, 'expires');
  if (text === undefined) return undefined;
  return readMoment(text)?.toString() ?? fail('--expires must be a time in ISO 8601');
}
