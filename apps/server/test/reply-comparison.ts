import type { ChatAi, Explanation } from '@parley/contract';
import { type ReplyModel, silenceIn } from './reply-model.ts';

export interface ChatRows {
  agent_id: number | null;
  is_waiting: boolean;
  shown: { id: number; sender: string }[];
}

const byLength = (one: string[], other: string[]) => one.length - other.length;

interface View extends ChatRows {
  ai: ChatAi;
  explanation: Explanation['data'];
}

/** `owner`, `turn` and `silence`, which `GET …/ai` and `explain` both tell. */
function compareOwner(
  what: string,
  { owner, turn, operator_id, silence }: Owning,
  model: ReplyModel,
  operatorId: number,
) {
  const expected = { owner: model.owner, turn: model.turn, operator_id: operatorId, silence: silenceIn(model) };
  return compareTexts(what, { owner, turn, operator_id, silence }, expected);
}

type Owning = Pick<ChatAi, 'owner' | 'turn' | 'operator_id' | 'silence'>;

export function compareTexts(what: string, actual: unknown, expected: unknown) {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  return is === should ? [] : [`${what} is ${is} and not ${should}`];
}

interface Ids {
  operatorId: number;
  agentId: number;
}

/** Where the API contradicts the model; of several, the one that fits best. */
export const compareBest = (view: View, models: ReplyModel[], ids: Ids) =>
  models.map((model) => compare(view, model, ids)).toSorted(byLength)[0] ?? [];

function compare(
  { ai, explanation, shown, agent_id, is_waiting }: View,
  model: ReplyModel,
  { operatorId, agentId }: Ids,
) {
  const turns = explanation.turns.toReversed();
  const expected = model.turns.map(({ turn, outcome, why, shown: at }) => [
    turn,
    outcome,
    why,
    at === null ? null : shown[at - 1]?.id,
  ]);
  return [
    ...compareOwner('explain', explanation, model, operatorId),
    ...compareOwner('ai', ai, model, operatorId),
    ...compareTexts(
      'turns',
      turns.map(({ turn, outcome, why, message_id }) => [turn, outcome, why, message_id]),
      expected,
    ),
    ...compareTexts(
      'said',
      shown.map(({ sender }) => sender),
      model.said,
    ),
    ...compareTexts('agent', agent_id, model.isPersons ? agentId : null),
    ...compareTexts('waiting', is_waiting, model.isWaiting),
  ];
}
