import { Button, Menu } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { variableNames } from '../../../../../entities/phrase/variables.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { insertText } from '../../../../../ui/form/insert-text.ts';
import styles from './variable-menu.module.css';

interface VariableToolsProps {
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
  /** Names the field, where a form has several. */
  label?: string;
  /** Variables that only this field has, with their names. */
  more?: [name: string, label: string][];
  /** Other tools of the field. */
  children?: ReactNode;
}

/** Below a field: inserts what is different for every recipient. */
export function VariableTools({ field, label, more = [], children }: VariableToolsProps) {
  const texts = useSendComposerTexts();
  return (
    <div className={styles.tools}>
      <VariableMenu field={field} more={more} {...(label && { label })} />
      {children}
      <span className={styles.hint}>{texts.variableHint}</span>
    </div>
  );
}

export function VariableMenu({ field, label, more = [] }: Omit<VariableToolsProps, 'children'>) {
  const texts = useSendComposerTexts();
  const insert = (text: string) => field.current && insertText(field.current, text);
  return (
    <Menu position="bottom-start" width={320} returnFocus={false} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBraces size={16} stroke={1.75} aria-hidden />}
          {...(label && { 'aria-label': `${texts.variable}: ${label}` })}
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
        {more.map(([name, shown]) => (
          <Menu.Item
            key={name}
            rightSection={<span className={styles.code}>{name}</span>}
            onClick={() => insert(`{{${name}}}`)}
          >
            {shown}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
