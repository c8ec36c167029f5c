import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { invalid } from '../../../kernel/problems.ts';
import * as contacts from '../../people/contacts/index.ts';

/** The contact for whom a preview is written. */
export async function getPreviewed(work: InWidget<Read>, guid: string) {
  const found = await contacts.find(work, guid);
  if (!found) throw invalid({ contact_id: 'is not a contact of this widget' });
  return found;
}
