import { ActionIcon, Tooltip } from '@mantine/core';
import { fileSize } from '@parley/content';
import { IconAlertCircle, IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import { useLocale } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import type { Attachment } from '../draft/attachments.ts';
import type { Draft } from '../draft/draft.ts';
import { useDraftState } from '../draft/use-draft.ts';
import styles from './attachment-chips.module.css';

/** Attachments of the next message. */
export function AttachmentChips({ draft }: { draft: Draft }) {
  const { texts } = useLocale();
  const attachments = useDraftState(draft, (state) => state.attachments[state.mode]);
  if (!attachments.length) return null;
  return (
    <ul className={styles.chips} aria-label={texts.composer.files}>
      {attachments.map((attachment) => (
        <Chip
          key={attachment.id}
          attachment={attachment}
          onRemove={() => draft.detach(attachment.id)}
          onRetry={() => draft.retry(attachment.id)}
        />
      ))}
    </ul>
  );
}

interface ChipProps {
  attachment: Attachment;
  onRemove: () => void;
  onRetry: () => void;
}

function Chip({ attachment: { file, preview, stored, failure }, onRemove, onRetry }: ChipProps) {
  const { texts, locale } = useLocale();
  const { composer: own } = texts;
  const explain = useExplain();
  const reason = failure && (failure === 'too-large' ? own.tooLarge : explain(failure));
  const isBusy = !stored && !failure;
  return (
    <li className={styles.chip} data-failed={Boolean(failure)} aria-busy={isBusy}>
      {preview ? <img src={preview} alt="" className={styles.picture} /> : <FileSign isFailed={Boolean(failure)} />}
      <span className={styles.words}>
        <span className={styles.name}>{file.name}</span>
        <span className={styles.state}>{reason ?? (isBusy ? own.uploading : fileSize(file.size, locale))}</span>
      </span>
      {failure && failure !== 'too-large' && (
        <Tooltip label={texts.failures.retry}>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={own.retryFile(file.name)} onClick={onRetry}>
            <IconRefresh size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={own.removeFile(file.name)} onClick={onRemove}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isBusy && <span className={styles.progress} />}
    </li>
  );
}

function FileSign({ isFailed }: { isFailed: boolean }) {
  const Icon = isFailed ? IconAlertCircle : IconFile;
  return <Icon size={20} stroke={1.75} aria-hidden className={styles.sign} />;
}
