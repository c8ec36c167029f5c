import { api } from '@parley/contract';
import { compileBody } from '../../../../kernel/http/validation.ts';
import { invalid } from '../../../../kernel/problems.ts';
import type { StoredPhrase } from './store.ts';

/** What a row of the file asks for; empty cells are absent. */
export interface ImportRow {
  line: number;
  id?: string;
  agent?: string;
  name?: string;
  phrase?: string;
}

export interface PlannedRow {
  line: number;
  outcome: 'created' | 'updated' | 'unchanged';
  agent_id: number;
  name: string;
  phrase: string;
  /** The stored phrase; a new one has none. */
  stored?: StoredPhrase;
}

interface Known {
  phrases: StoredPhrase[];
  agents: { id: number; email: string | null }[];
  /** The agent of rows that name none. */
  ownId: number | undefined;
}

/** The same validators as the single-phrase routes. */
const checks = { create: compileBody(api.quickPhrases.create.body), update: compileBody(api.quickPhrases.update.body) };

const nameKey = (agentId: number, name: string) => `${agentId} ${name.trim()}`;

/**
 * Plans row by row. A row with an id is that phrase. Any other is the agent's phrase of the same name, so that importing a
 * file again changes nothing.
 */
export function createPlan({ phrases, agents, ownId }: Known) {
  const byId = new Map(phrases.map((phrase) => [String(phrase.id), phrase]));
  const byName = Map.groupBy(phrases, ({ agent_id, name }) => nameKey(agent_id, name));
  const byAgent = new Map(
    agents.flatMap(({ id, email }) => [email?.toLowerCase() ?? '', String(id)].map((key) => [key, id])),
  );
  const lines = new Map<string, number>();
  return (row: ImportRow): PlannedRow => {
    const agentId = row.agent === undefined ? undefined : findAgent(row.agent);
    const stored = row.id === undefined ? findByName(row, agentId) : findById(row.id, agentId);
    const planned = stored ? change(row, stored) : add(row, agentId);
    refuseRepetition(planned);
    return planned;
  };

  function findAgent(cell: string) {
    const id = byAgent.get(cell.trim().toLowerCase());
    if (id === undefined) throw invalid({ agent: 'is not the e-mail or id of an agent of this widget' });
    return id;
  }

  function findById(id: string, agentId: number | undefined) {
    const stored = byId.get(id.trim());
    if (!stored) throw invalid({ id: 'is not a quick phrase of this widget' });
    if (agentId !== undefined && agentId !== stored.agent_id) throw invalid({ agent: 'cannot be changed' });
    return stored;
  }

  function findByName({ name, phrase }: ImportRow, agentId = ownId) {
    if (agentId === undefined || name === undefined) return undefined;
    const [first, ...others] = byName.get(nameKey(agentId, name)) ?? [];
    if (!others.length) return first;
    const same = [first, ...others].find((each) => each?.phrase === phrase);
    if (!same) throw invalid({ name: 'is the name of several phrases. Add the id of the one to change' });
    return same;
  }

  /** Of an id, or of an agent and a name. */
  function refuseRepetition({ line, agent_id, name, stored }: PlannedRow) {
    const key = stored ? `id ${stored.id}` : nameKey(agent_id, name);
    const earlier = lines.getOrInsert(key, line);
    if (earlier !== line) throw invalid({ name: `repeats the phrase on line ${earlier}` });
  }

  function add({ line, name, phrase }: ImportRow, agentId = ownId): PlannedRow {
    if (agentId === undefined) throw invalid({ agent: 'is required' });
    const body = { agent_id: agentId, name, phrase };
    checks.create(body);
    return { line, outcome: 'created', ...body } as PlannedRow;
  }
}

function change({ line, name, phrase }: ImportRow, stored: StoredPhrase): PlannedRow {
  const changes = { ...(name !== undefined && { name }), ...(phrase !== undefined && { phrase }) };
  if (Object.keys(changes).length) checks.update(changes);
  const { agent_id, ...before } = stored;
  const after = { name: before.name, phrase: before.phrase, ...changes };
  const isChanged = after.name !== before.name || after.phrase !== before.phrase;
  return { line, outcome: isChanged ? 'updated' : 'unchanged', agent_id, ...after, stored };
}
