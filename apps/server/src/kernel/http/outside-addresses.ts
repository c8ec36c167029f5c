import { OutboundError } from '../../infra/outbound/outbound-error.ts';
import type { Before, Context, Read } from '../data/context.ts';
import { invalid } from './problems.ts';

/** Refuses an address that is to be called later and does not lead into the internet over https, naming its field. */
export async function checkAddress({ outbound }: Before<Context<Read>>, field: string, url: string) {
  try {
    await outbound.check(url, { httpsOnly: true });
  } catch (error) {
    if (error instanceof OutboundError) throw invalid({ [field]: error.message });
    throw error;
  }
}
