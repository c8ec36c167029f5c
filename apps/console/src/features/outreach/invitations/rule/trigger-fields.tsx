import { NumberInput, Select, TextInput } from '@mantine/core';
import { invitationOccasions, invitationTriggers } from '@parley/contract';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import { CodeBlock } from '../../../../ui/controls/code-block.tsx';
import { SegmentedChoice } from '../../../../ui/controls/segmented-choice.tsx';
import type { RuleFieldsProps } from '../values/fields-props.ts';
import { newTriggers } from '../values/rule-values.ts';
import styles from './rule-fields.module.css';

const MAX_SECONDS = 3_600;
const MAX_PERCENT = 100;

/** When the visitor is invited, and whether anybody is there to answer. */
export function TriggerFields(props: RuleFieldsProps) {
  const { rule, change } = props;
  const texts = useInvitationRuleTexts();
  const event = rule.trigger.name?.trim() || texts.eventExample;
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={texts.trigger}
          description={texts.triggerLeads[rule.trigger.type]}
          data={invitationTriggers.map((value) => ({ value, label: texts.triggers[value] }))}
          value={rule.trigger.type}
          onChange={(type) => type && change({ trigger: newTriggers[type] })}
          allowDeselect={false}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <TriggerMember {...props} />
      </div>
      {rule.trigger.type === 'event' && (
        <div className={styles.call}>
          <span className={styles.aside}>{texts.eventLead}</span>
          <CodeBlock label={texts.copyCall}>{`service_widget_api.trigger(${JSON.stringify(event)});`}</CodeBlock>
        </div>
      )}
      <div>
        <SegmentedChoice
          label={texts.occasion}
          value={rule.when}
          options={(['any', ...invitationOccasions.filter((each) => each !== 'any')] as const).map((value) => ({
            value,
            label: texts.occasions[value],
          }))}
          onChange={(when) => change({ when })}
        />
        <p className={styles.hint}>{texts.occasionLead}</p>
      </div>
    </>
  );
}

/** What else the trigger needs. */
function TriggerMember({ rule: { trigger }, errors, change }: RuleFieldsProps) {
  const texts = useInvitationRuleTexts();
  if (trigger.type === 'exit') return null;
  if (trigger.type === 'event') {
    return (
      <TextInput
        label={texts.eventName}
        placeholder={texts.eventExample}
        value={trigger.name ?? ''}
        error={errors['trigger.name']}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        onChange={({ currentTarget }) => change({ trigger: { ...trigger, name: currentTarget.value } })}
      />
    );
  }
  const [member, max] =
    trigger.type === 'scroll' ? (['percent', MAX_PERCENT] as const) : (['seconds', MAX_SECONDS] as const);
  return (
    <NumberInput
      label={texts[member]}
      className={styles.short ?? ''}
      value={trigger[member] ?? ''}
      error={errors[`trigger.${member}`]}
      min={member === 'percent' ? 1 : 0}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      onChange={(count) => change({ trigger: { ...trigger, [member]: typeof count === 'number' ? count : '' } })}
    />
  );
}
