import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { tagsQuery } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import styles from './import-contacts.module.css';
import { ImportResult } from './import-result.tsx';

interface ImportContactsProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Imports contacts from a file, and shows the result. */
export function ImportContacts({ isOpen, onClose }: ImportContactsProps) {
  const { contacts: texts } = useTexts();
  return (
    <Dialog title={texts.importHeading} isOpen={isOpen} onClose={onClose}>
      <Steps onClose={onClose} />
    </Dialog>
  );
}

/** Mounted on each opening of the dialog, so it starts empty. */
function Steps({ onClose }: { onClose: () => void }) {
  const { contacts: texts, cancel } = useTexts();
  const explain = useExplain();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: (chosen: File) => api.contacts.import({ file: chosen }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['contacts'] }),
        queryClient.invalidateQueries({ queryKey: ['contact'] }),
        queryClient.invalidateQueries(tagsQuery),
      ]),
  });
  if (data) return <ImportResult result={data} onClose={onClose} />;
  const choose = (chosen: File | null) => {
    reset();
    setFile(chosen);
  };
  const said = error instanceof ParleyProblem ? error.errors?.file?.[0] : undefined;
  return (
    <Stack gap="md">
      <Text>{texts.importLead}</Text>
      <code className={styles.columns}>id, name, email, phone, description, tags, blocked, attributes</code>
      <div className={styles.chosen}>
        <FileButton onChange={choose} accept=".csv,text/csv" inputProps={{ 'aria-label': texts.chooseFile }}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileSpreadsheet size={18} stroke={1.75} aria-hidden />}
            >
              {texts.chooseFile}
            </Button>
          )}
        </FileButton>
        <span className={styles.file}>{file?.name ?? texts.noFile}</span>
      </div>
      <FormFailure>{error ? (said ? texts.fileRefused(said) : explain(error)) : undefined}</FormFailure>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {cancel}
        </Button>
        <Button disabled={!file} aria-busy={isPending} onClick={() => file && !isPending && mutate(file)}>
          {isPending ? texts.importing : texts.importConfirm}
        </Button>
      </Group>
    </Stack>
  );
}
