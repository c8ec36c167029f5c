import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { fileSize } from '@parley/content';
import { IconTrash, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../../../../data/api.ts';
import { FileIcon } from '../../../../entities/message/files/file-icon.tsx';
import { useLocale, useTexts } from '../../../../locales/locale.tsx';
import { useKnowledgeFilesTexts } from '../../../../locales/pages/knowledge-files.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { StatusBadge, type Tone } from '../../../../ui/feedback/status-badge.tsx';
import { ConfirmDialog } from '../../../../ui/form/confirm-dialog.tsx';
import { Row } from '../../../../ui/layout/rows.tsx';
import { When } from '../../../../ui/time/when.tsx';
import { useAmounts } from '../../model/money.ts';
import { isReading, type Upload, useRefreshKb } from '../model/kb-queries.ts';
import styles from './file-row.module.css';
import type { Sending } from './sending.tsx';

const TONES: Record<Upload['status'], Tone> = {
  queued: 'waiting',
  processing: 'waiting',
  ready: 'good',
  failed: 'bad',
};

/** A document that the server has. */
export function FileRow({ upload }: { upload: Upload }) {
  const texts = useKnowledgeFilesTexts();
  const { locale } = useLocale();
  const { count } = useAmounts();
  const { id, name, type, size, status, reason, pages, chunk_count, created_at } = upload;
  return (
    <FileFrame
      name={
        status === 'ready' ? (
          <Link to="/ai/knowledge" search={{ source: `upload:${id}` }} className={styles.link}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )
      }
      icon={<FileIcon name={name} type={type} />}
      badge={<StatusBadge tone={TONES[status]}>{texts.states[status]}</StatusBadge>}
      isBusy={isReading(upload)}
      failure={status === 'failed' ? texts.reasons[reason ?? 'broken'] : undefined}
      facts={
        <>
          <span>{fileSize(size, locale)}</span>
          {pages !== null && pages > 0 && <span>{texts.pages(count(pages), pages)}</span>}
          {status === 'ready' && <span>{texts.rules(count(chunk_count), chunk_count)}</span>}
          <When at={created_at} />
        </>
      }
    >
      <RemoveFile upload={upload} />
    </FileFrame>
  );
}

interface SendingRowProps {
  sending: Sending;
  onRetry: () => void;
  onRemove: () => void;
}

/** A file on its way. */
export function SendingRow({ sending: { file, state, failure }, onRetry, onRemove }: SendingRowProps) {
  const texts = useKnowledgeFilesTexts();
  const { locale } = useLocale();
  const { failures } = useTexts();
  const isFailed = state === 'failed';
  return (
    <FileFrame
      name={<bdi>{file.name}</bdi>}
      icon={<FileIcon name={file.name} type={file.type} />}
      badge={<StatusBadge tone={isFailed ? 'bad' : 'waiting'}>{texts.sending[state]}</StatusBadge>}
      isBusy={state === 'sending'}
      failure={failure?.text}
      facts={<span>{fileSize(file.size, locale)}</span>}
    >
      {isFailed && !failure?.isFinal && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {failures.retry}
        </Button>
      )}
      {state !== 'sending' && (
        <ActionIcon variant="subtle" color="gray" aria-label={texts.leaveOut(file.name)} onClick={onRemove}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </FileFrame>
  );
}

interface FileFrameProps {
  name: ReactNode;
  icon: ReactNode;
  badge: ReactNode;
  facts: ReactNode;
  isBusy: boolean;
  /** Why it failed. */
  failure: string | undefined;
  /** Buttons. */
  children: ReactNode;
}

function FileFrame({ name, icon, badge, facts, isBusy, failure, children }: FileFrameProps) {
  return (
    <Row>
      <div className={styles.file} aria-busy={isBusy}>
        <span className={styles.icon}>{icon}</span>
        <div className={styles.words}>
          <span className={styles.head}>
            <span className={styles.name}>{name}</span>
            {badge}
          </span>
          <span className={styles.facts}>{facts}</span>
          {failure && <span className={styles.failure}>{failure}</span>}
        </div>
        {children}
        {isBusy && <span className={styles.progress} />}
      </div>
    </Row>
  );
}

function RemoveFile({ upload: { id, name, chunk_count } }: { upload: Upload }) {
  const texts = useKnowledgeFilesTexts();
  const notify = useNotice();
  const refresh = useRefreshKb();
  const { count } = useAmounts();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Tooltip label={texts.delete(name)}>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.delete(name)} onClick={() => setAsking(true)}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        title={texts.deleteQuestion(name)}
        label={texts.deleteConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => api.kb.removeUpload({ params: { id } })}
        onDone={() => {
          notify({ kind: 'done', text: texts.deleted });
          void refresh();
        }}
      >
        {chunk_count > 0 ? texts.deleteLead(count(chunk_count), chunk_count) : texts.deleteNothing}
      </ConfirmDialog>
    </>
  );
}
