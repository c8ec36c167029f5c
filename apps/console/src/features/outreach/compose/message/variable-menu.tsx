import { Button, Menu } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { variableNames } from '../../../../entities/phrase/variables.ts';
import { useBroadcastComposerTexts } from '../../../../locales/pages/broadcast-composer.ts';
import { insertText } from '../../../../ui/form/insert-text.ts';
import styles from './message-fields.module.css';

/** Inserts what is different for every recipient. */
export function VariableMenu({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const texts = useBroadcastComposerTexts();
  const insert = (text: string) => field.current && insertText(field.current, text);
  return (
    <Menu position="bottom-start" width={320} returnFocus={false} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBraces size={16} stroke={1.75} aria-hidden />}
          // Keeps the selection in the text.
          onMouseDown={(event) => event.preventDefault()}
        >
          {texts.variable}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {variableNames.map((name) => (
          <Menu.Item
            key={name}
            rightSection={<span className={styles.code}>{name}</span>}
            onClick={() => insert(`{{${name}${name === 'contact.first_name' ? `|${texts.fallback}` : ''}}}`)}
          >
            {texts.variables[name]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          rightSection={<span className={styles.code}>contact.attributes.…</span>}
          onClick={() => insert(`{{contact.attributes.${texts.attributeExample}|}}`)}
        >
          {texts.attributeVariable}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
