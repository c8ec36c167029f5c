import type { BroadcastSettings } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { createFilling, type Described } from '../variables/index.ts';

const DEFAULT_LANGUAGE = 'en';

/** Writes the texts of a broadcast for one contact after the other. */
export async function createTexts(work: InWidget<Read>, { message, template, agent_id }: BroadcastSettings) {
  const fillFor = await createFilling(work, agent_id);
  return (contact: Described) => {
    const fill = fillFor(contact);
    const filled = (text: string | undefined) => (text === undefined ? null : fill(text));
    const parameters = template?.parameters?.map((text) => onOneLine(fill(text))) ?? [];
    return {
      body: filled(message?.body),
      markdown: filled(message?.markdown),
      ...(template && { template: { language: DEFAULT_LANGUAGE, ...template, parameters } }),
    };
  };
}

/** Meta refuses parameters with line breaks, tabs and more than four spaces in a row. */
const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
