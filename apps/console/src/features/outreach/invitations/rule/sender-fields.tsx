import { Select } from '@mantine/core';
import { invitationSenders } from '@parley/contract';
import { useTeam } from '../../../../entities/agent/team.ts';
import { isAi, useAgents, useHasAi } from '../../../../entities/agent/use-agents.ts';
import { useTexts } from '../../../../locales/locale.tsx';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import { SegmentedChoice } from '../../../../ui/controls/segmented-choice.tsx';
import type { RuleFieldsProps } from '../values/fields-props.ts';
import styles from './rule-fields.module.css';

const ANY = 'any';

/** Whose name and picture the invitation has. Without an AI operator there is nothing of AI to choose. */
export function SenderFields(props: RuleFieldsProps) {
  const { rule, change } = props;
  const texts = useInvitationRuleTexts();
  const hasAi = useHasAi();
  const senders = invitationSenders.filter((sender) => sender !== 'ai' || hasAi || rule.from.type === 'ai');
  return (
    <div className={styles.pair}>
      <SegmentedChoice
        label={texts.sender}
        value={rule.from.type}
        options={senders.map((value) => ({ value, label: texts.senders[value] }))}
        onChange={(type) => change({ from: { type, agent_id: null } })}
      />
      {rule.from.type === 'agent' && <PersonField {...props} />}
      {rule.from.type === 'ai' && <AiField {...props} />}
    </div>
  );
}

function PersonField({ rule: { from }, errors, change }: RuleFieldsProps) {
  const texts = useInvitationRuleTexts();
  const { people } = useTexts();
  const team = useTeam();
  return (
    <Select
      label={texts.agent}
      data={team.map(({ id, name, isMe }) => ({ value: String(id), label: isMe ? people.you(name) : name }))}
      value={from.agent_id === null ? null : String(from.agent_id)}
      error={errors['from.agent_id']}
      allowDeselect={false}
      searchable
      nothingFoundMessage={texts.nothingFound}
      onChange={(id) => change({ from: { type: 'agent', agent_id: Number(id) } })}
    />
  );
}

function AiField({ rule: { from }, errors, change }: RuleFieldsProps) {
  const texts = useInvitationRuleTexts();
  const operators = [...useAgents().values()].filter((agent) => isAi(agent) && agent.status !== 'banned');
  return (
    <Select
      label={texts.operatorOfAi}
      data={[
        { value: ANY, label: texts.anyAi },
        ...operators.map(({ id, name }) => ({ value: String(id), label: name ?? String(id) })),
      ]}
      value={from.agent_id === null ? ANY : String(from.agent_id)}
      error={errors['from.agent_id']}
      allowDeselect={false}
      onChange={(id) => change({ from: { type: 'ai', agent_id: id === ANY ? null : Number(id) } })}
    />
  );
}
