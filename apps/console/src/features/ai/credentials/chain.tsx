import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import type { Credential } from '../model/ai-queries.ts';
import { isUsable } from '../model/credential-state.ts';
import styles from './chain.module.css';

type ChainLink = Credential['backup_chain'][number];

/** A credential and those that are asked when it fails, in their order. */
export function Chain({ credential }: { credential: Credential }) {
  const texts = useAiCredentialsTexts();
  const { id, provider, model, is_active, backup_chain } = credential;
  const links: ChainLink[] = [{ id, provider, model, is_active, usable: isUsable(credential) }, ...backup_chain];
  return (
    <ol className={styles.chain} aria-label={texts.chain(texts.providers[provider])}>
      {links.map((link, at) => (
        <li key={link.id} className={styles.step}>
          {at > 0 && (
            <span className={styles.arrow}>
              <IconArrowRight size={16} stroke={1.75} aria-hidden className={styles.sign} />
              <span className={styles.reason}>{texts.ifItFails}</span>
            </span>
          )}
          <Node link={link} />
        </li>
      ))}
    </ol>
  );
}

function Node({ link: { id, provider, model, is_active, usable } }: { link: ChainLink }) {
  const texts = useAiCredentialsTexts();
  return (
    <Link to="/ai/credentials/$id" params={{ id }} className={styles.node} data-usable={usable || undefined}>
      <span className={styles.provider}>{texts.providers[provider]}</span>
      <span className={styles.model} title={model ?? undefined} dir="ltr">
        {model ?? texts.noModel}
      </span>
      <span className={styles.state}>
        <StatusBadge tone={usable ? 'good' : is_active ? 'bad' : 'off'}>
          {usable ? texts.usable : is_active ? texts.unusable : texts.retired}
        </StatusBadge>
      </span>
    </Link>
  );
}
