import type { InvitationRuleContent, WidgetConfig } from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import styles from './widget-frame.module.css';

/** What the widget is shown in, as `apps/widget/src/preview` reads it. */
export interface WidgetScene {
  config: WidgetConfig;
  language: string;
  isOpen: boolean;
  isOnline: boolean;
  isDark: boolean;
  /** Texts of a conversation from before, visitor first; empty on a first visit. */
  history: string[];
  invitation?: Pick<InvitationRuleContent, 'action' | 'text' | 'texts' | 'quick_replies' | 'from'>;
}

/** The real widget in a frame that talks to no server. */
export function WidgetFrame({ title, scene }: { title: string; scene: WidgetScene | undefined }) {
  const [isReady, setReady] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.preview === 'ready') setReady(true);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);

  useEffect(() => {
    if (isReady && scene) frame.current?.contentWindow?.postMessage({ scene }, location.origin);
  }, [isReady, scene]);

  return <iframe ref={frame} src="/widget-preview" title={title} className={styles.frame} tabIndex={-1} />;
}
