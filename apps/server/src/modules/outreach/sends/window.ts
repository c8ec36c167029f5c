import type { Read, WidgetWork } from '../../../kernel/data/context.ts';
import { getTimeZone } from '../../account/accounts/index.ts';
import type { SharedSettings } from './tables.ts';

/** Whether it is a time of day at which messages may go out, where the account is. The end is excluded. */
export async function isWithin(work: WidgetWork<Read>, window: SharedSettings['window']) {
  if (!window) return true;
  const time = work.now
    .toZonedDateTimeISO(await getTimeZone(work))
    .toPlainTime()
    .toString()
    .slice(0, 5);
  const { from, to } = window;
  return from <= to ? from <= time && time < to : time >= from || time < to;
}
