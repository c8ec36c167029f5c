import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { credentialsQuery } from '../model/ai-queries.ts';
import { findFirst, findHeads } from '../model/credential-state.ts';
import { Chain } from './chain.tsx';
import styles from './credential-list.module.css';
import { useScopeName } from './use-scope-name.ts';

/** Each credential that is asked, with those that follow when it fails. */
export function CredentialList() {
  const texts = useAiCredentialsTexts();
  const query = useQuery(credentialsQuery);
  const scopeName = useScopeName();
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/ai/credentials/new" {...props} />}
    >
      {texts.create}
    </Button>
  );
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={create} />
      <Loaded query={query} failure={texts.failed}>
        {(credentials) => {
          const first = findFirst(credentials);
          return credentials.length ? (
            <ul className={styles.chains} aria-label={texts.list}>
              {findHeads(credentials).map((credential) => (
                <li key={credential.id} className={styles.chain}>
                  <div className={styles.head}>
                    <span className={styles.scope}>{scopeName(credential)}</span>
                    <span className={styles.rank}>
                      {first.has(credential.id) ? texts.first : credential.is_active && texts.spare}
                    </span>
                  </div>
                  <Chain credential={credential} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState icon={IconKey} heading={texts.empty} action={create}>
              {texts.emptyLead}
            </EmptyState>
          );
        }}
      </Loaded>
    </Screen>
  );
}
