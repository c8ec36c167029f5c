import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { newId } from '@parley/live';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import type { FieldsProps } from '../draft/fields-props.ts';
import type { DraftAttribute } from '../draft/send-values.ts';
import styles from './audience-fields.module.css';

/** Attributes with their exact values. */
export function AttributeFields({ draft: { attributes }, change }: FieldsProps) {
  const texts = useSendComposerTexts();
  const edit = (key: string, changes: Partial<DraftAttribute>) =>
    change({ attributes: attributes.map((each) => (each.key === key ? { ...each, ...changes } : each)) });
  const add = () => change({ attributes: [...attributes, { key: newId(), name: '', value: '' }] });
  return (
    <div>
      <ul className={styles.attributes} aria-label={texts.conditions.attributes}>
        {attributes.map(({ key, name, value }) => (
          <li key={key} className={styles.attribute}>
            <TextInput
              aria-label={texts.attributeName}
              placeholder={texts.attributeName}
              value={name}
              maxLength={64}
              autoComplete="off"
              onChange={({ currentTarget }) => edit(key, { name: currentTarget.value })}
            />
            <TextInput
              aria-label={texts.attributeValue}
              placeholder={texts.attributeValue}
              value={String(value)}
              autoComplete="off"
              onChange={({ currentTarget }) => edit(key, { value: currentTarget.value })}
            />
            <Tooltip label={texts.removeAttribute}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={texts.removeAttribute}
                onClick={() => change({ attributes: attributes.filter((each) => each.key !== key) })}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={add}
      >
        {texts.addAttribute}
      </Button>
    </div>
  );
}
