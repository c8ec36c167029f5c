import { useEffect, useRef, useState } from 'react';
import styles from './mail-preview.module.css';

export type Scheme = 'light' | 'dark';

interface MailFrameProps {
  title: string;
  html: string;
  scheme: Scheme;
}

/** A mail's HTML in a frame without scripts, which a page of the server holds (`mail-preview.ts`). */
export function MailFrame({ title, html, scheme }: MailFrameProps) {
  const [isReady, setReady] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.mailPreview === 'ready') setReady(true);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);

  useEffect(() => {
    if (!isReady) return;
    frame.current?.contentWindow?.postMessage({ title, scheme, html }, location.origin);
  }, [isReady, title, html, scheme]);

  return <iframe ref={frame} src="/mail-preview" title={title} className={styles.frame} />;
}
