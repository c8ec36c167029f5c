import { readFile } from 'node:fs/promises';
import * as widgets from '../modules/account/widgets/index.ts';
import * as configuration from '../modules/ai/configuration/index.ts';
import { type Command, failMissing, readId, readText, text } from './command.ts';

export const importPersona: Command = {
  summary: 'import the persona a widget had before assistants, from a JSON file',
  required: ['widget', 'file'],
  options: { widget: text, file: text },
  run: async ({ unitOfWork }, options) => {
    const widgetId = readId(options, 'widget');
    const persona = await readPersona(readText(options, 'file') ?? '');
    await unitOfWork.write({}, async (work) => {
      if (!(await widgets.exists(work, widgetId))) failMissing(`There is no widget ${widgetId}`);
      await configuration.importPersona(work, widgetId, persona);
    });
    return [{ widget_id: widgetId }];
  },
};

/** Members of the file with their longest text, as assistants have them. */
const MEMBERS = new Map([
  ['persona', 32_000],
  ['system_prompt', 64_000],
  ['greeting', 4_000],
]);

async function readPersona(file: string) {
  const content = await readFile(file, 'utf8').catch(() => failMissing(`${file} can't be read`));
  const given = parse(content, file);
  for (const [name, value] of Object.entries(given)) {
    const longest = MEMBERS.get(name) ?? failMissing(`${file}: ${name} is an unknown member`);
    if (typeof value !== 'string' || !value.trim() || value.length > longest)
      failMissing(`${file}: ${name} must be a text of 1 to ${longest} characters`);
  }
  const { persona = failMissing(`${file}: persona is required`), ...others } = given as Record<string, string>;
  return { persona, ...others };
}

function parse(content: string, file: string): object {
  try {
    const value = JSON.parse(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Refused below, like JSON that is no object.
  }
  return failMissing(`${file} must contain a JSON object`);
}
