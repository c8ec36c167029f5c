import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useSession } from '../../../data/session.ts';
import type { Agent } from '../../../entities/agent/use-agents.ts';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { displayName, useRefreshTeam } from '../team-queries.ts';
import { ChatsLeft } from './chats-left.tsx';
import { Restore } from './restore.tsx';

type Ending = 'suspend' | 'remove';

/** Suspends, restores or removes a person. */
export function Access({ agent }: { agent: Agent }) {
  const { person: texts } = useTeamTexts();
  const me = useSession().agent.id;
  const [asked, setAsked] = useState<Ending>();
  if (agent.role === 'owner') return <Text c="dimmed">{texts.accessOwner}</Text>;
  if (agent.id === me) return <Text c="dimmed">{texts.accessSelf}</Text>;
  const isSuspended = agent.status === 'banned';
  return (
    <Group gap="xs">
      {isSuspended ? (
        <Restore agent={agent} />
      ) : (
        <Button variant="default" onClick={() => setAsked('suspend')}>
          {texts.suspend}
        </Button>
      )}
      {agent.removed_at === null && (
        <Button variant="subtle" color="red" onClick={() => setAsked('remove')}>
          {texts.remove}
        </Button>
      )}
      <ConfirmEnding agent={agent} ending="suspend" isOpen={asked === 'suspend'} onClose={() => setAsked(undefined)} />
      <ConfirmEnding agent={agent} ending="remove" isOpen={asked === 'remove'} onClose={() => setAsked(undefined)} />
    </Group>
  );
}

interface ConfirmEndingProps {
  agent: Agent;
  ending: Ending;
  isOpen: boolean;
  onClose: () => void;
}

function ConfirmEnding({ agent, ending, isOpen, onClose }: ConfirmEndingProps) {
  const { person: texts } = useTeamTexts();
  const notify = useNotice();
  const refresh = useRefreshTeam();
  const params = { id: agent.id };
  const name = displayName(agent);
  const words = {
    suspend: {
      title: texts.suspendHeading,
      label: texts.suspend,
      lead: texts.suspendLead,
      done: texts.suspendedNotice,
    },
    remove: { title: texts.removeHeading, label: texts.remove, lead: texts.removeLead, done: texts.removedNotice },
  }[ending];
  return (
    <ConfirmDialog
      title={words.title(name)}
      label={words.label}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.agents[ending]({ params })}
      onDone={() => {
        notify({ kind: 'done', text: words.done(name) });
        void refresh();
      }}
    >
      <Text>{words.lead}</Text>
      <ChatsLeft agentId={agent.id} />
    </ConfirmDialog>
  );
}
