import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconAlertOctagon, IconArrowBackUp, IconCheck, IconListCheck, IconUserPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { useBulkTexts } from '../../../locales/pages/bulk.ts';
import styles from './bulk-bar.module.css';
import { BulkSnooze } from './bulk-snooze.tsx';
import { BulkTag } from './bulk-tag.tsx';
import { useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

/** Bulk actions on the selected chats. */
export function BulkBar({ selection }: { selection: Selection }) {
  const texts = useBulkTexts();
  const act = useBulk(selection);
  const isClosed = selection.chats.every(({ done_at }) => done_at !== null);
  const Icon = isClosed ? IconArrowBackUp : IconCheck;
  return (
    <div className={styles.bar} role="toolbar" aria-label={texts.selected(selection.chats.length)}>
      <div className={styles.line}>
        <Tool label={texts.unselect} onClick={selection.clear}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </Tool>
        <h1 className={styles.count}>{texts.selected(selection.chats.length)}</h1>
        <Tool label={texts.selectAll} onClick={selection.all}>
          <IconListCheck size={18} stroke={1.75} aria-hidden />
        </Tool>
      </div>
      <div className={styles.line}>
        <Button
          size="xs"
          leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
          onClick={() => act({ action: isClosed ? 'reopen' : 'close' })}
        >
          {isClosed ? texts.reopen : texts.close}
        </Button>
        <span className={styles.rest}>
          <AssignMenu onChoose={(agent_id) => act({ action: 'assign', agent_id })} />
          {!isClosed && <BulkSnooze onChoose={(until) => act({ action: 'snooze', until })} />}
          <BulkTag onChoose={(tag) => act({ action: 'tag', tag })} />
          <Tool label={texts.spam} onClick={() => act({ action: 'spam' })}>
            <IconAlertOctagon size={18} stroke={1.75} aria-hidden />
          </Tool>
        </span>
      </div>
    </div>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function AssignMenu({ onChoose }: { onChoose(agentId: number): void }) {
  const texts = useBulkTexts();
  const people = [...useAgents().values()].filter(({ type, status }) => type === 'human' && status !== 'banned');
  return (
    <Menu withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={texts.assign}>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={texts.assign}>
            <IconUserPlus size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
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
