import type { api } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as settings from '../settings/index.ts';
import { readByLocale, tidy, tidyList } from './localized.ts';
import * as store from './store.ts';

const MAX_ASSISTANTS = 100;
const TEMPERATURE = 0.3;

type Names = keyof store.Settings | keyof store.Texts;
type NewAssistant = Body<typeof api.aiAssistants.create, Names | 'assistant_id'>;
type Changes = Body<typeof api.aiAssistants.update, Names>;

export const { findEffective, findVersion, listOperators, listTargets } = store;

export function list(ctx: Context<Read>, query: Query<typeof api.aiAssistants.list, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { ...(before && { before }), limit }),
    item: (row) => row,
  });
}

export const find = store.find;

export async function get(ctx: InWidget<Read>, id: number) {
  const assistant = await store.find(ctx, id);
  if (!assistant) throw problem('not_found');
  return assistant;
}

export async function create(ctx: InWidget, { assistant_id: targetId, ...given }: NewAssistant) {
  settings.raiseRevision(ctx);
  if (targetId !== undefined && !(await store.isTarget(ctx, targetId))) throw problem('not_found');
  if ((await store.count(ctx)) >= MAX_ASSISTANTS) throw problem('limit_reached');
  const { persona = null, system_prompt = null, ...row } = read(given);
  if (row.is_default) await store.clearDefault(ctx);
  const id = await store.insert(ctx, { temperature: TEMPERATURE, ...row, name: tidy(given.name) });
  await store.insertVersion(ctx, { id, version: 1, persona, system_prompt });
  return get(ctx, id);
}

export async function update(ctx: InWidget, id: number, changes: Changes) {
  settings.raiseRevision(ctx);
  const before = await get(ctx, id);
  const { persona = before.persona, system_prompt = before.system_prompt, ...row } = read(changes);
  if (row.is_default) await store.clearDefault(ctx);
  const isRewritten = persona !== before.persona || system_prompt !== before.system_prompt;
  const version = before.persona_version + (isRewritten ? 1 : 0);
  if (isRewritten) await store.insertVersion(ctx, { id, version, persona, system_prompt });
  await store.update(ctx, id, { ...row, persona_version: version });
  return get(ctx, id);
}

/** It stays as a row, for the explanations of its replies. */
export async function remove(ctx: InWidget, id: number) {
  settings.raiseRevision(ctx);
  await get(ctx, id);
  const operators = await store.listOperators(ctx, id);
  if (operators.length) {
    const names = operators.map(({ name }) => name).join(', ');
    throw problem('assistant_in_use', `AI operators run this assistant: ${names}.`, { operators });
  }
  await store.update(ctx, id, { is_default: false, deleted_at: ctx.now.toString() });
}

/** What is given, as it is stored. */
function read(given: Changes): Partial<store.Settings & store.Texts> {
  const { name, escalation_triggers, greeting, quick_phrases, greeting_i18n, quick_phrases_i18n, ...others } = given;
  return {
    ...others,
    ...(name !== undefined && { name: tidy(name) }),
    ...(escalation_triggers !== undefined && { escalation_triggers: tidyList(escalation_triggers ?? []) }),
    ...(greeting !== undefined && { greeting: greeting && tidy(greeting) }),
    ...(quick_phrases !== undefined && { quick_phrases: tidyList(quick_phrases ?? []) }),
    ...(greeting_i18n !== undefined && {
      greeting_i18n: greeting_i18n && readByLocale('greeting_i18n', greeting_i18n, tidy),
    }),
    ...(quick_phrases_i18n !== undefined && {
      quick_phrases_i18n: quick_phrases_i18n && readByLocale('quick_phrases_i18n', quick_phrases_i18n, tidyList),
    }),
  };
}
