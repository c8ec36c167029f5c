import type { BroadcastSettings } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { createFilling, type Described } from '../variables/index.ts';

/** Writes the texts of a broadcast for one contact after the other. */
export async function createTexts(work: InWidget<Read>, { message, agent_id }: BroadcastSettings) {
  const fillFor = await createFilling(work, agent_id);
  return (contact: Described) => {
    const fill = fillFor(contact);
    const filled = (text: string | undefined) => (text === undefined ? null : fill(text));
    return { body: filled(message?.body), markdown: filled(message?.markdown) };
  };
}
