import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { EditableField } from '../../../ui/controls/editable-field.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import type { Contact } from '../contact-queries.ts';
import { useContactUpdate } from '../use-contact-update.ts';
import styles from './contact-attributes.module.css';
import { NewAttribute } from './new-attribute.tsx';

/** Attributes set by integrations and agents. */
export function ContactAttributes({ contact }: { contact: Contact }) {
  const { contacts: texts } = useTexts();
  const explain = useExplain();
  const notify = useNotice();
  const change = useContactUpdate(contact);
  const [isAdding, setAdding] = useState(false);
  const { id, attributes } = contact;

  /** Null removes it. */
  const set = (name: string, value: unknown) => {
    const entries = Object.entries({ ...attributes, [name]: value }).filter(([, each]) => each !== null);
    const body = { attributes: { [name]: value } };
    return change({
      optimistic: { attributes: Object.fromEntries(entries) },
      send: () => api.contacts.update({ params: { id }, body }),
    });
  };
  const remove = (name: string) => set(name, null).catch((error) => notify({ kind: 'failed', text: explain(error) }));

  return (
    <div>
      {Object.entries(attributes).map(([name, value]) => (
        <div key={name} className={styles.attribute}>
          <EditableField
            label={name}
            value={write(value)}
            placeholder={texts.attributeValue}
            maxLength={10_000}
            save={(text) => set(name, text ? read(text, value) : null)}
          />
          <Tooltip label={texts.remove}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              className={styles.remove ?? ''}
              aria-label={texts.removeAttribute(name)}
              onClick={() => void remove(name)}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
      {isAdding ? (
        <NewAttribute known={Object.keys(attributes)} add={set} onClose={() => setAdding(false)} />
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {texts.addAttribute}
        </Button>
      )}
    </div>
  );
}

const write = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Keeps the type where possible: a number stays a number, and a string never becomes one. */
function read(text: string, before: unknown): unknown {
  if (typeof before === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
