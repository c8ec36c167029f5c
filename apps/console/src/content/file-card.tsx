import { VisuallyHidden } from '@mantine/core';
import { fileSize, splitName } from '@parley/content';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useLocale } from '../locales/locale.tsx';
import type { Content } from './content.ts';
import styles from './file-card.module.css';
import { FileIcon } from './file-icon.tsx';
import { canOpen, useOpenFile } from './files.ts';

interface FileCardProps {
  name: string;
  file: Content['file'];
  /** Null when it can not be fetched. */
  url: string | null;
  onFail?: () => void;
}

/** A file that can be fetched, or what is left of it. */
export function FileCard({ name, file, url, onFail }: FileCardProps) {
  const { locale, texts } = useLocale();
  const [head, tail] = splitName(name);
  const size = file && fileSize(file.size, locale);
  return (
    <div className={styles.card}>
      <FileIcon name={name} type={file?.type ?? ''} />
      <div className={styles.words}>
        <VisuallyHidden>{name}</VisuallyHidden>
        <span className={styles.name} dir="auto" title={name} aria-hidden>
          <span>{head}</span>
          <span>{tail}</span>
        </span>
        <small className={styles.size}>{url ? <bdi>{size}</bdi> : texts.content.gone}</small>
      </div>
      {url && <FileActions name={name} type={file?.type ?? ''} url={url} onFail={onFail} />}
    </div>
  );
}

interface FileActionsProps {
  name: string;
  type: string;
  url: string;
  onFail: (() => void) | undefined;
}

function FileActions({ name, type, url, onFail }: FileActionsProps) {
  const { content } = useLocale().texts;
  const open = useOpenFile({ url, type, onFail });
  const label = (action: string) => ({ title: action, 'aria-label': `${action}: ${name}` });
  return (
    <div className={styles.actions}>
      {canOpen(type) && (
        <button type="button" className={styles.action} {...label(content.open)} onClick={open}>
          <IconExternalLink size={18} stroke={1.75} aria-hidden />
        </button>
      )}
      <a
        className={styles.action}
        {...label(content.download)}
        href={url}
        download={name}
        target="_blank"
        rel="noopener noreferrer"
      >
        <IconDownload size={18} stroke={1.75} aria-hidden />
      </a>
    </div>
  );
}
