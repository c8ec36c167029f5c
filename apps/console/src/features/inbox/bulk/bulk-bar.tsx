import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconChecks, IconListCheck, IconUserPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useLiveConnection } from '../../../data/live/live.tsx';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import styles from './bulk-bar.module.css';
import type { Selection } from './use-selection.ts';

type Bulk = Parameters<typeof api.chats.bulk>[0]['body'];

/** Bulk actions on the selected chats. */
export function BulkBar({ selection }: { selection: Selection }) {
  const { inbox } = useTexts();
  const act = useBulk(selection);
  const isClosed = selection.chats.every(({ done_at }) => done_at !== null);
  return (
    <div className={styles.bar} role="toolbar" aria-label={inbox.selected(selection.chats.length)}>
      <div className={styles.line}>
        <ActionIcon variant="subtle" color="gray" aria-label={inbox.unselect} onClick={selection.clear}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
        <h1 className={styles.count}>{inbox.selected(selection.chats.length)}</h1>
        <Tooltip label={inbox.selectAll}>
          <ActionIcon variant="subtle" color="gray" aria-label={inbox.selectAll} onClick={selection.all}>
            <IconListCheck size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={styles.line}>
        <Button
          size="xs"
          leftSection={<IconChecks size={16} stroke={1.75} aria-hidden />}
          onClick={() => act({ action: isClosed ? 'reopen' : 'close' })}
        >
          {isClosed ? inbox.bulk.reopen : inbox.bulk.close}
        </Button>
        <AssignMenu onChoose={(agent_id) => act({ action: 'assign', agent_id })} />
        <Button size="xs" variant="default" onClick={() => act({ action: 'spam' })}>
          {inbox.bulk.spam}
        </Button>
      </div>
    </div>
  );
}

function AssignMenu({ onChoose }: { onChoose(agentId: number): void }) {
  const { inbox } = useTexts();
  const people = [...useAgents().values()].filter(({ type, status }) => type === 'human' && status !== 'banned');
  return (
    <Menu withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}>
          {inbox.bulk.assign}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {people.map(({ id, name, email }) => (
          <Menu.Item key={id} onClick={() => onChoose(id)}>
            {name ?? email}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function useBulk({ chats, clear }: Selection) {
  const { done } = useTexts().inbox.bulk;
  const nameOf = useAgentName();
  const live = useLiveConnection();
  const explain = useExplain();
  const notify = useNotice();
  const { mutate } = useMutation({
    mutationFn: (body: Omit<Bulk, 'ids'>) => api.chats.bulk({ body: { ...body, ids: chats.map(({ id }) => id) } }),
    onSuccess(changed, { action, agent_id }) {
      live.load(changed);
      clear();
      notify({ kind: 'done', text: done[action](changed.length, nameOf(agent_id)) });
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return mutate;
}
