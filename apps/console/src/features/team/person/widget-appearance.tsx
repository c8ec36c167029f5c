import { Stack, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import type { Agent } from '../../../entities/agent/use-agents.ts';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { PictureField } from '../../../ui/form/picture-field.tsx';
import { displayName, useStoreAgent } from '../team-queries.ts';

/** The picture, and whether the widget's header shows them. */
export function WidgetAppearance({ agent }: { agent: Agent }) {
  const { person: texts } = useTeamTexts();
  const { mutate, isPending, variables } = useAgentUpdate();
  const params = { id: agent.id };
  const isShown = isPending && variables.isShown !== undefined ? variables.isShown : agent.show_in_header;
  return (
    <Stack gap="lg">
      <PictureField
        label={texts.picture}
        name={displayName(agent)}
        url={agent.avatar_url}
        isPending={isPending}
        onChoose={(picture) => mutate({ send: () => api.agents.setAvatar({ params, file: picture, name: 'avatar' }) })}
        onRemove={() =>
          mutate({
            send: async () => {
              await api.agents.removeAvatar({ params });
              return { ...agent, avatar_url: null };
            },
          })
        }
      />
      <Switch
        label={texts.header}
        description={texts.headerHint}
        checked={isShown}
        onChange={({ currentTarget: { checked } }) =>
          mutate({
            isShown: checked,
            send: () => api.agents.update({ params, body: { show_in_header: checked } }),
          })
        }
      />
    </Stack>
  );
}

interface AgentUpdate {
  send: () => Promise<Agent>;
  /** Shown before the server confirms it. */
  isShown?: boolean;
}

function useAgentUpdate() {
  const storeAgent = useStoreAgent();
  const explain = useExplain();
  const notify = useNotice();
  return useMutation({
    mutationFn: ({ send }: AgentUpdate) => send(),
    onSuccess: storeAgent,
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
}
