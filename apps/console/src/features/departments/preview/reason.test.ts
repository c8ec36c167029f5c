import { expect, test } from 'vitest';
import type { Preview } from './preview-query.ts';
import { findReason } from './reason.ts';

const candidate = (agent_id: number, active_chats: number, assigned_at: string | null = null) => ({
  agent_id,
  department_id: 1,
  active_chats,
  assigned_at,
});

function preview(changes: Partial<Preview>): Preview {
  const departments = [{ id: 1, is_open: true }];
  const at = '2026-11-18T00:00:00+00:00';
  return {
    at,
    timezone: 'UTC',
    is_forecast: false,
    agent_id: null,
    department_id: null,
    departments,
    candidates: [],
    ...changes,
  };
}

test('the reason is the first rule that decides: hours, presence, load, turn', () => {
  expect(findReason(preview({ departments: [{ id: 1, is_open: false }] }))).toEqual({ kind: 'closed' });
  expect(findReason(preview({}))).toEqual({ kind: 'empty' });
  expect(findReason(preview({ is_forecast: true }))).toEqual({ kind: 'emptyForecast' });
  expect(findReason(preview({ candidates: [candidate(5, 3)] }))).toEqual({ kind: 'only' });
  expect(findReason(preview({ candidates: [candidate(5, 1), candidate(6, 2)] }))).toEqual({
    kind: 'fewest',
    chats: 1,
    other: 6,
  });
  const [earlier, later] = ['2026-11-17T10:00:00+00:00', '2026-11-17T11:00:00+00:00'];
  expect(findReason(preview({ candidates: [candidate(5, 1, earlier), candidate(6, 1, later)] }))).toEqual({
    kind: 'turn',
    other: 6,
  });
  expect(findReason(preview({ candidates: [candidate(5, 1), candidate(6, 1, later)] }))).toEqual({
    kind: 'first',
    other: 6,
  });
});
