import type { TurnFacts } from './facts.ts';
import { unansweredOf } from './facts.ts';

const MAX_HISTORY = 20;

type Message = TurnFacts['history'][number];

/** The call to an external operator, or to a credential of the provider `webhook`. */
export function callOf(facts: TurnFacts, causationId: string) {
  const { turn, contact, history, locale } = facts;
  const trigger = history.find(({ id }) => id === turn.trigger_message_id) ?? unansweredOf(history).at(-1);
  return {
    event: 'message',
    body: {
      event: 'message',
      room_id: turn.chat_id,
      trigger_message_id: turn.trigger_message_id,
      causation_id: causationId,
      operator_id: turn.operator_id,
      message: trigger ? toMessage(trigger) : null,
      history: history.slice(0, MAX_HISTORY).map(toHistory).reverse(),
      contact: { id: contact.id, name: contact.name },
      locale,
    },
  };
}

const toMessage = ({ id, type, body, created_at }: Message) => ({ id, type, body, created_at });
const toHistory = (message: Message) => ({ ...toMessage(message), sender: message.sender });
