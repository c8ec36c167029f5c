import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import type { FieldsProps } from '../draft/fields-props.ts';
import { emptySend } from '../draft/send-values.ts';
import { AttributeFields } from './attribute-fields.tsx';
import styles from './audience-fields.module.css';
import { type ConditionName, conditionNames, isGiven } from './conditions.ts';
import { ContactsField } from './contacts-field.tsx';
import { DaysFields } from './days-fields.tsx';
import { TagsField } from './tags-field.tsx';

/** Conditions on the recipients, which must all hold. */
export function AudienceFields(props: FieldsProps) {
  const { draft, change } = props;
  const texts = useSendComposerTexts();
  const [added, setAdded] = useState<ConditionName[]>([]);
  const shown = conditionNames.filter((name) => added.includes(name) || isGiven(name, draft));
  const remove = (name: ConditionName) => {
    setAdded((before) => before.filter((each) => each !== name));
    change({ [name]: emptySend[name] });
  };
  return (
    <>
      {shown.length > 0 && (
        <ul className={styles.conditions} aria-label={texts.conditionList}>
          {shown.map((name) => (
            <Condition key={name} label={texts.conditions[name]} onRemove={() => remove(name)}>
              <ConditionField name={name} {...props} />
            </Condition>
          ))}
        </ul>
      )}
      <div>
        <ConditionMenu
          names={conditionNames.filter((name) => !shown.includes(name))}
          onAdd={(name) => setAdded((before) => [...before, name])}
        />
      </div>
    </>
  );
}

function ConditionField({ name, ...props }: FieldsProps & { name: ConditionName }) {
  if (name === 'tagsAny' || name === 'tagsAll' || name === 'tagsNone') return <TagsField name={name} {...props} />;
  if (name === 'active' || name === 'created') return <DaysFields name={name} {...props} />;
  return name === 'attributes' ? <AttributeFields {...props} /> : <ContactsField {...props} />;
}

interface ConditionProps {
  label: string;
  onRemove: () => void;
  children: ReactNode;
}

function Condition({ label, onRemove, children }: ConditionProps) {
  const texts = useSendComposerTexts();
  return (
    <li className={styles.condition}>
      <div className={styles.head}>
        <span className={styles.label}>{label}</span>
        <Tooltip label={texts.removeCondition}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`${texts.removeCondition}: ${label}`}
            onClick={onRemove}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      {children}
    </li>
  );
}

interface ConditionMenuProps {
  names: ConditionName[];
  onAdd: (name: ConditionName) => void;
}

function ConditionMenu({ names, onAdd }: ConditionMenuProps) {
  const texts = useSendComposerTexts();
  if (!names.length) return null;
  return (
    <Menu position="bottom-start" width={260} withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
          {texts.addCondition}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {names.map((name) => (
          <Menu.Item key={name} onClick={() => onAdd(name)}>
            {texts.conditions[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
