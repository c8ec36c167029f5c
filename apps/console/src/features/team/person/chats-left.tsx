import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { workloadsQuery } from '../team-queries.ts';

/** What happens to the open chats of somebody who loses access. Counted when asked. */
export function ChatsLeft({ agentId }: { agentId: number }) {
  const { person: texts } = useTeamTexts();
  const explain = useExplain();
  const { data, error, isFetchedAfterMount } = useQuery({ ...workloadsQuery, refetchOnMount: 'always' });
  const workload = isFetchedAfterMount ? data?.get(agentId) : undefined;
  if (!workload) {
    return (
      <Text c="dimmed" mt="sm" role="status">
        {error ? explain(error) : texts.loadingChats}
      </Text>
    );
  }
  const { open_chats, waiting_chats } = workload;
  return (
    <Text mt="sm" role="status">
      {open_chats ? texts.chatsStay(open_chats, waiting_chats) : texts.noChats}{' '}
      {open_chats > 0 && (
        <Anchor renderRoot={(props) => <Link to="/inbox" search={{ agent: agentId }} {...props} />}>
          {texts.seeChats}
        </Anchor>
      )}
    </Text>
  );
}
