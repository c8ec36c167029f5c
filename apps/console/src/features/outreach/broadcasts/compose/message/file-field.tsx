import { ActionIcon, Button, FileButton, Text, Tooltip } from '@mantine/core';
import { fileSize } from '@parley/content';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../../data/api.ts';
import { FileIcon } from '../../../../../entities/message/files/file-icon.tsx';
import { useLocale } from '../../../../../locales/locale.tsx';
import { useBroadcastComposerTexts } from '../../../../../locales/pages/broadcast-composer.ts';
import { useExplain } from '../../../../../ui/feedback/explain.ts';
import type { DraftFile } from '../draft/draft-values.ts';
import type { FieldsProps } from '../draft/fields-props.ts';
import styles from './message-fields.module.css';

const MAX_BYTES = 10 * 1_024 * 1_024;
const PICTURES = /^image\/(png|jpeg|gif|webp)$/;

class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

async function upload(file: File): Promise<DraftFile> {
  if (file.size > MAX_BYTES) throw new TooLarge('The file is larger than 10 MB');
  const { id, name, type, size } = await api.files.create({ file });
  return { id, name, type, size, isPicture: PICTURES.test(type) };
}

/** The picture or file of the message, uploaded as soon as it is chosen. */
export function FileField({ draft, errors, change }: FieldsProps) {
  const texts = useBroadcastComposerTexts();
  const explain = useExplain();
  const { mutate, isPending, error } = useMutation({
    mutationFn: upload,
    onSuccess: (file) => change({ file }),
  });
  const failure = error && (error instanceof TooLarge ? texts.fileTooLarge : explain(error));
  return (
    <div>
      {draft.file ? (
        <ChosenFile file={draft.file} onRemove={() => change({ file: null })} />
      ) : (
        <FileButton onChange={(file) => file && mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              aria-busy={isPending}
              aria-invalid={Boolean(errors.file)}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            >
              {isPending ? texts.uploading : texts.chooseFile}
            </Button>
          )}
        </FileButton>
      )}
      {(failure || errors.file) && (
        <p className={styles.error} role="alert">
          {failure ?? errors.file}
        </p>
      )}
    </div>
  );
}

function ChosenFile({
  file: { id, name, type = '', size, isPicture },
  onRemove,
}: {
  file: DraftFile;
  onRemove: () => void;
}) {
  const texts = useBroadcastComposerTexts();
  const { locale } = useLocale();
  const shown = name ?? (isPicture ? texts.savedPicture : texts.savedFile);
  return (
    <div className={styles.file}>
      {isPicture ? (
        <img src={`/api/v1/files/${id}`} alt="" className={styles.picture} />
      ) : (
        <FileIcon name={shown} type={type} />
      )}
      <span className={styles.words}>
        <span className={styles.name}>{shown}</span>
        {size !== undefined && (
          <Text c="dimmed" size="xs">
            {fileSize(size, locale)}
          </Text>
        )}
      </span>
      <Tooltip label={texts.removeFile}>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.removeFile} onClick={onRemove}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
