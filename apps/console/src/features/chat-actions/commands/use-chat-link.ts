import type { Chat } from '@parley/live';
import { useRouter } from '@tanstack/react-router';
import { useTexts } from '../../../locales/locale.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';

/** Copies the link of a chat. */
export function useChatLink({ id }: Chat) {
  const { said } = useTexts().chatActions;
  const notify = useNotice();
  const router = useRouter();
  return async () => {
    const { publicHref } = router.buildLocation({ to: '/inbox/$chatId', params: { chatId: String(id) } });
    const link = new URL(publicHref, location.origin).href;
    try {
      await navigator.clipboard.writeText(link);
      notify({ kind: 'done', text: said.linkCopied });
    } catch {
      notify({ kind: 'failed', text: said.linkNotCopied(link) });
    }
  };
}
