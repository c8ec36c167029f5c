import { presets, type Scope, scopeNames } from '@parley/contract';
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

const MAX_TOKENS = 10_000;

export const create: Command = {
  summary: 'create tokens of a widget, printed one per line',
  details: `--scopes takes all, scopes, and presets: preset:read_only,files:read has the scopes of the preset and one more.
Presets:
${Object.entries(presets)
  .map(([name, scopes]) => `  ${name}: ${scopes.join(', ')}`)
  .join('\n')}`,
  required: ['widget', 'scopes'],
  options: { widget: text, scopes: text, name: text, count: text, expires: text },
  values: { scopes: 'all|preset:NAME|SCOPE,…' },
  run: async ({ unitOfWork }, options) => {
    const widgetId = readId(options, 'widget');
    const count = readInteger(options, 'count') ?? 1;
    if (count > MAX_TOKENS) fail(`--count must be at most ${MAX_TOKENS}`);
    const token = {
      name: readText(options, 'name')?.trim() || 'cli',
      scopes: readScopes(options),
      expires_at: readExpiry(options),
    };
    return unitOfWork.write({}, async (work) => {
      if (!(await widgets.exists(work, widgetId))) failMissing(`There is no widget ${widgetId}`);
      const issued: object[] = [];
      while (issued.length < count) {
        const { id, token: secret } = await tokens.issue(work, widgetId, token);
        issued.push({ id, token: secret });
      }
      return issued;
    });
  },
};

export const revoke: Command = {
  summary: 'revoke a token immediately, on every node',
  required: ['id'],
  options: { id: text },
  run: async ({ unitOfWork }, options) => {
    const id = readId(options, 'id');
    await unitOfWork.write({}, (work) => tokens.revoke(work, id));
    return [{ id }];
  },
};

function readScopes(options: CommandOptions): Scope[] {
  const list = readText(options, 'scopes') ?? '';
  if (list === 'all') return scopeNames;
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .flatMap((name) => (name.startsWith(PRESET) ? readPreset(name.slice(PRESET.length)) : name));
  const unknown = names.filter((name) => !scopeNames.includes(name as Scope));
  if (unknown.length) fail(`Unknown scope: ${unknown.join(', ')}. Choose from: ${scopeNames.join(', ')}`);
  return [...new Set(names)] as Scope[];
}

const PRESET = 'preset:';

/** Hyphens and underscores in its name make no difference. */
function readPreset(name: string): readonly Scope[] {
  const plain = (each: string) => each.replace(/[-_]/g, '');
  const [, found] = Object.entries(presets).find(([each]) => plain(each) === plain(name)) ?? [];
  return found ?? fail(`Unknown preset: ${name}. Choose from: ${Object.keys(presets).join(', ')}`);
}

function readExpiry(options: CommandOptions) {
  const text = readText(options, 'expires');
  if (text === undefined) return undefined;
  return readMoment(text)?.toString() ?? fail('--expires must be a time in ISO 8601');
}
