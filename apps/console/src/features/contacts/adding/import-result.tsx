import { Button, Group, Stack, Text } from '@mantine/core';
import type { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './import-result.module.css';

interface ImportResultProps {
  result: Awaited<ReturnType<typeof api.contacts.import>>;
  onClose: () => void;
}

/** The result of an import, with the lines that were refused. */
export function ImportResult({ result, onClose }: ImportResultProps) {
  const { contacts: texts, close } = useTexts();
  const { created, updated, refused, refused_count } = result;
  const untold = refused_count - refused.length;
  return (
    <Stack gap="md">
      <Text role="status">{texts.imported(created, updated)}</Text>
      {refused_count > 0 && (
        <div>
          <Text fw={500}>{texts.refused(refused_count)}</Text>
          <ul className={styles.refused}>
            {refused.map(({ line, columns, message }) => (
              <li key={line}>
                <span className={styles.line}>{texts.line(line)}</span> {texts.rowRefused(columns, message)}
              </li>
            ))}
            {untold > 0 && <li>{texts.untold(untold)}</li>}
          </ul>
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {close}
        </Button>
      </Group>
    </Stack>
  );
}
