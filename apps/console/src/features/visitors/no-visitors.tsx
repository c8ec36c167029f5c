import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { isManager, useSession } from '../../data/session.ts';
import { useTexts } from '../../locales/locale.tsx';
import { CopyableCode } from '../../ui/controls/copyable-code.tsx';
import styles from './no-visitors.module.css';

/** Empty state: no visitors now, or the widget is not installed yet. */
export function NoVisitors() {
  const { empty } = useTexts().visitors;
  const canEmbed = isManager(useSession());
  const { data: embed } = useQuery({
    queryKey: ['embed'],
    queryFn: ({ signal }) => api.widget.readEmbed({ signal }),
    enabled: canEmbed,
  });
  return (
    <section className={styles.empty}>
      <Title order={2}>{empty.heading}</Title>
      <Text c="dimmed">{empty.lead}</Text>
      {embed && (
        <>
          <Text>{empty.embed}</Text>
          <CopyableCode label={empty.embedLabel}>{embed.html}</CopyableCode>
        </>
      )}
    </section>
  );
}
