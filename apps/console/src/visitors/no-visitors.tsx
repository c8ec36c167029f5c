import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useTexts } from '../locales/locale.tsx';
import { isManager, useSession } from '../session.ts';
import { Command } from '../shell/command.tsx';
import styles from './no-visitors.module.css';

/** Nobody is there: either it is quiet, or the widget is not on the site yet. */
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
          <Command label={empty.embedLabel}>{embed.html}</Command>
        </>
      )}
    </section>
  );
}
