import { useNavigate } from '@tanstack/react-router';
import { useSendComposerTexts } from '../../../../locales/pages/send-composer.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { type Send, type SendKind, sendPaths } from '../model/send.ts';
import { useCacheSend } from '../model/send-queries.ts';
import type { Intent } from './compose-bar.tsx';

/** Goes to the page of a draft that was just stored. */
export function useOpenSaved(kind: SendKind) {
  const texts = useSendComposerTexts();
  const navigate = useNavigate();
  const notify = useNotice();
  const cache = useCacheSend(kind);
  return async (send: Send, intent: Intent) => {
    await cache(send);
    await navigate({
      to: sendPaths[kind],
      params: { id: send.id },
      search: intent === 'start' ? { start: true } : {},
      replace: true,
      ignoreBlocker: true,
    });
    if (intent === 'save') notify({ kind: 'done', text: texts.saved });
  };
}
