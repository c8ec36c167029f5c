import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { useKnowledgeFilesTexts } from '../../../../locales/pages/knowledge-files.ts';
import styles from './drop-area.module.css';

const ACCEPTED = '.pdf,.docx,.md,.markdown,.html,.htm,.txt,.csv';

/** Takes files by a button or dropped on it, many at once. */
export function DropArea({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const texts = useKnowledgeFilesTexts();
  const [isOver, setOver] = useState(false);
  const reset = useRef<() => void>(null);

  /** Keeps the browser from opening the file. */
  function hold(event: DragEvent) {
    event.preventDefault();
    setOver(event.type === 'dragover');
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the button does the same by keyboard
    <div
      className={styles.area}
      data-over={isOver}
      onDragOver={hold}
      onDragLeave={hold}
      onDrop={(event) => {
        hold(event);
        onFiles(event.dataTransfer.files);
      }}
    >
      <IconFileUpload size={28} stroke={1.5} aria-hidden className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.drop}>{texts.drop}</span>
        <span className={styles.limits}>{texts.limits}</span>
      </span>
      <FileButton
        multiple
        resetRef={reset}
        onChange={(files) => {
          onFiles(files);
          // The same file can be chosen again.
          reset.current?.();
        }}
        accept={ACCEPTED}
        inputProps={{ 'aria-label': texts.choose }}
      >
        {(props) => (
          <Button {...props} variant="default">
            {texts.choose}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
