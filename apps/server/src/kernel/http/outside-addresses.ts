import { OutboundError } from '../../infra/outbound/outbound-error.ts';
import type { Before, Context, Read } from '../data/context.ts';
import { invalid } from '../problems.ts';

/** Refuses a URL that cannot be called on the public internet, with a message for its field. */
export async function checkAddress(
  { outbound }: Before<Context<Read>>,
  field: string,
  url: string,
  { httpsOnly = true } = {},
) {
  try {
    await outbound.check(url, { httpsOnly });
  } catch (error) {
    if (error instanceof OutboundError) throw invalid({ [field]: error.message });
    throw error;
  }
}
