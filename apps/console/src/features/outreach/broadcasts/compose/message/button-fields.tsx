import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { newId } from '@parley/live';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useBroadcastComposerTexts } from '../../../../../locales/pages/broadcast-composer.ts';
import { isLink } from '../draft/draft-errors.ts';
import type { DraftButton } from '../draft/draft-values.ts';
import type { FieldsProps } from '../draft/fields-props.ts';
import styles from './message-fields.module.css';

const MOST = 7;

/** Buttons that open a page. */
export function ButtonFields({ draft: { buttons }, errors, change }: FieldsProps) {
  const texts = useBroadcastComposerTexts();
  const edit = (key: string, changes: Partial<DraftButton>) =>
    change({ buttons: buttons.map((each) => (each.key === key ? { ...each, ...changes } : each)) });
  const isWrong = Boolean(errors.buttons);
  return (
    <div>
      <ul className={styles.rows} aria-label={texts.buttons}>
        {buttons.map(({ key, label, url }) => (
          <li key={key} className={styles.row}>
            <TextInput
              label={texts.buttonLabel}
              value={label}
              maxLength={64}
              autoComplete="off"
              error={isWrong && !label.trim()}
              onChange={({ currentTarget }) => edit(key, { label: currentTarget.value })}
            />
            <TextInput
              label={texts.buttonUrl}
              type="url"
              placeholder="https://example.com"
              dir="ltr"
              value={url}
              maxLength={2_048}
              autoComplete="off"
              error={isWrong && !isLink(url)}
              onChange={({ currentTarget }) => edit(key, { url: currentTarget.value })}
            />
            <Tooltip label={texts.removeButton}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={texts.removeButton}
                onClick={() => change({ buttons: buttons.filter((each) => each.key !== key) })}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
      {errors.buttons && (
        <p className={styles.error} role="alert">
          {errors.buttons}
        </p>
      )}
      {buttons.length < MOST && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => change({ buttons: [...buttons, { key: newId(), label: '', url: '' }] })}
        >
          {texts.addButton}
        </Button>
      )}
    </div>
  );
}
