import { VisuallyHidden } from '@mantine/core';
import { fileSize, splitName } from '@parley/content';
import { IconExternalLink } from '@tabler/icons-react';
import { useLocale } from '../../../locales/locale.tsx';
import type { Content } from '../content.ts';
import card from './card.module.css';
import { DownloadLink } from './download-link.tsx';
import styles from './file-card.module.css';
import { FileIcon } from './file-icon.tsx';
import { canOpen, useOpenFile } from './files.ts';

interface FileCardProps {
  name: string;
  file: Content['file'];
  /** Null if it can't be loaded. */
  url: string | null;
  onFail?: (() => void) | undefined;
}

/** A file to download or open. */
export function FileCard({ name, file, url, onFail }: FileCardProps) {
  const { locale, texts } = useLocale();
  const type = file?.type ?? '';
  const size = file && fileSize(file.size, locale);
  return (
    <div className={card.card}>
      <FileIcon name={name} type={type} />
      <div className={styles.words}>
        <FileName name={name} />
        <small className={styles.size}>{url ? <bdi>{size}</bdi> : texts.content.gone}</small>
      </div>
      {url && canOpen(type) && <OpenButton name={name} type={type} url={url} onFail={onFail} />}
      {url && <DownloadLink name={name} url={url} />}
    </div>
  );
}

/** Truncated in the middle; screen readers get the full name. */
function FileName({ name }: { name: string }) {
  const [head, tail] = splitName(name);
  return (
    <>
      <VisuallyHidden>{name}</VisuallyHidden>
      <span className={styles.name} dir="auto" title={name} aria-hidden>
        <span>{head}</span>
        <span>{tail}</span>
      </span>
    </>
  );
}

interface OpenButtonProps {
  name: string;
  type: string;
  url: string;
  onFail?: (() => void) | undefined;
}

function OpenButton({ name, onFail, ...file }: OpenButtonProps) {
  const { open } = useLocale().texts.content;
  const show = useOpenFile(file, onFail);
  return (
    <button type="button" className={card.action} title={open} aria-label={`${open}: ${name}`} onClick={show}>
      <IconExternalLink size={18} stroke={1.75} aria-hidden />
    </button>
  );
}
