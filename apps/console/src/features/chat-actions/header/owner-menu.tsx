import { Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTeam } from '../../../entities/agent/team.ts';
import { TeammateLine } from '../../../entities/agent/teammate-line.tsx';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { usePresence } from '../../../entities/agent/use-presence.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import type { ChatCommand } from '../commands/chat-commands.ts';
import type { ChatActions } from '../commands/use-chat-actions.ts';
import styles from './owner-menu.module.css';

interface OwnerMenuProps {
  chat: Chat;
  actions: ChatActions;
  /** Undefined where the chat can't be assigned. */
  command: ChatCommand | undefined;
}

/** The owner, and a menu to assign another. */
export function OwnerMenu({ chat, actions, command }: OwnerMenuProps) {
  const { chatActions: texts } = useTexts();
  const team = useTeam();
  const [isOpen, setOpen] = useState(false);
  const { agent_id: owner } = chat;
  if (!command) return null;
  const { icon: Icon, label, shortcut } = command;
  const choose = (id: string) => {
    if (Number(id) !== owner) void actions.assign(Number(id));
  };
  return (
    <Menu position="bottom-end" width={260} opened={isOpen} onChange={setOpen} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={label} disabled={isOpen}>
          <UnstyledButton
            className={styles.owner}
            aria-keyshortcuts={shortcut}
            data-absent={owner === null || undefined}
          >
            <VisuallyHidden>{label}</VisuallyHidden>
            {owner === null ? <Icon size={16} stroke={1.75} aria-hidden /> : <Owner id={owner} />}
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        <Menu.Label>{texts.assign}</Menu.Label>
        <Menu.RadioGroup value={String(owner)} onChange={choose}>
          {team.map((mate) => (
            <Menu.RadioItem
              key={mate.id}
              value={String(mate.id)}
              closeMenuOnClick
              checkIcon={<IconCheck size={16} stroke={2} aria-hidden />}
            >
              <TeammateLine mate={mate} />
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

function Owner({ id }: { id: number }) {
  const nameOf = useAgentName();
  const agents = useAgents();
  const presenceOf = usePresence();
  return <PersonAvatar name={nameOf(id)} url={agents.get(id)?.avatar_url} size={28} presence={presenceOf(id)} />;
}
