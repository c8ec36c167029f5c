import { api } from '@parley/contract';
import type { Owner } from './owners.ts';

type Body = Partial<Parameters<typeof bodyOf>[0]>;

function bodyOf(body: { name: string; channels: string[]; agent_ids: number[]; schedule?: object }) {
  return body;
}

/** A department of these agents for the site's channel. */
export async function addDepartment({ call }: Owner, members: { agentId: number }[], given: Body = {}) {
  const agent_ids = members.map(({ agentId }) => agentId);
  const body = bodyOf({ name: 'Sales', channels: ['svc'], agent_ids, ...given });
  const { data } = await call(api.departments.create, { body });
  return { ...data, params: { id: data.id } };
}
