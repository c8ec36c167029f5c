import { listPersonal } from '@parley/content/personal-data';
import { IconEyeOff } from '@tabler/icons-react';
import { useLocale } from '../../../locales/locale.tsx';
import type { Draft } from '../draft/draft.ts';
import { useDraftState } from '../draft/use-draft.ts';
import styles from './hidden-parts.module.css';

/** What the server will hide of a reply to a custom channel. */
export function HiddenParts({ draft }: { draft: Draft }) {
  const { locale, texts } = useLocale();
  const { hidden, hiddenKinds, hiddenLead } = texts.composer;
  const reply = useDraftState(draft, ({ mode, reply }) => (mode === 'reply' ? reply : ''));
  const names = useDraftState(draft, ({ mode, attachments }) =>
    mode === 'reply' ? attachments.reply.map(({ file }) => file.name).join('\n') : '',
  );
  const parts = [reply, ...names.split('\n')].flatMap(listPersonal);
  const written = [...new Set(parts.map(({ kind, text }) => hiddenKinds[kind](text)))];
  return (
    <div role="status">
      {written.length > 0 && (
        <p className={styles.hidden} title={hiddenLead}>
          <IconEyeOff size={14} stroke={1.75} aria-hidden />
          {hidden(new Intl.ListFormat(locale).format(written))}
        </p>
      )}
    </div>
  );
}
