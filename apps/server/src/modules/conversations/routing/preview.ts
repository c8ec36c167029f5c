import { type api, type RoutingPreview, type Weekday, weekdays } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { Context, Read } from '../../../kernel/data/context.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
import { SITE } from '../chats/index.ts';
import { findCandidates, listByTurn } from './candidates/store.ts';
import { pickDepartment } from './service.ts';
import * as store from './store.ts';

type PreviewQuery = Query<typeof api.departments.previewRouting, 'channel' | 'weekday' | 'time'>;

/** What routing would do with a new chat. Reads the statements that route chats; assigns nothing. */
export async function preview(ctx: Context<Read>, { channel, weekday, time }: PreviewQuery): Promise<RoutingPreview> {
  const timezone = await store.findTimezone(ctx);
  const timeOfWeek = readTimeOfWeek(weekday, time);
  const isForecast = timeOfWeek !== undefined;
  const at = timeOfWeek ? findNext(ctx.now, timezone, timeOfWeek) : ctx.now;
  const then = { ...ctx, now: at };
  const name = channel === 'svc' ? SITE : channel;
  const found = await findCandidates(then, name, { isForecast });
  const departmentOf = new Map(found.agents.map(({ id, department_id }) => [id, department_id]));
  const turns = await listByTurn(ctx, [...departmentOf.keys()]);
  const candidates = turns.map(({ id, active_chats, routed_at }) => ({
    agent_id: id,
    department_id: departmentOf.get(id) ?? null,
    active_chats,
    assigned_at: routed_at,
  }));
  const [next] = candidates;
  return {
    at: toIsoString(at),
    timezone,
    is_forecast: isForecast,
    agent_id: next?.agent_id ?? null,
    department_id: next ? next.department_id : pickDepartment({ department_id: null }, found),
    departments: found.departments,
    candidates,
  };
}

interface TimeOfWeek {
  weekday: Weekday;
  time: string;
}

function readTimeOfWeek(weekday: Weekday | undefined, time: string | undefined): TimeOfWeek | undefined {
  if (weekday === undefined && time === undefined) return undefined;
  if (weekday === undefined) throw invalid({ weekday: 'is required with time' });
  if (time === undefined) throw invalid({ time: 'is required with weekday' });
  return { weekday, time };
}

/** The next moment, from now on, that has this wall-clock time. */
function findNext(now: Temporal.Instant, timezone: string, { weekday, time }: TimeOfWeek) {
  const here = now.toZonedDateTimeISO(timezone);
  const days = (weekdays.indexOf(weekday) + 1 - here.dayOfWeek + 7) % 7;
  const next = here.add({ days }).withPlainTime(time);
  const isPast = Temporal.ZonedDateTime.compare(next, here) < 0;
  return (isPast ? next.add({ days: 7 }) : next).toInstant();
}
