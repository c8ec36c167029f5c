import { Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconCheck, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../locales/locale.tsx';
import { PersonAvatar } from '../people/person-avatar.tsx';
import { useAgentName } from '../people/use-agent-name.ts';
import { useAgents } from '../people/use-agents.ts';
import { usePresence } from '../people/use-presence.ts';
import styles from './owner-menu.module.css';
import { useTeam } from './team.ts';
import { TeammateLine } from './teammate-line.tsx';
import type { ChatActions } from './use-chat-actions.ts';

interface OwnerMenuProps {
  chat: Chat;
  actions: ChatActions;
}

/** Who has the chat, and who shall have it. */
export function OwnerMenu({ chat, actions }: OwnerMenuProps) {
  const { chatActions: texts } = useTexts();
  const nameOf = useAgentName();
  const team = useTeam();
  const [isOpen, setOpen] = useState(false);
  const { agent_id: owner, contact_id } = chat;
  const label = owner === null ? texts.unowned : texts.owner(nameOf(owner));
  if (contact_id === null) return null;
  const choose = (id: string) => {
    if (Number(id) !== owner) void actions.assign(Number(id));
  };
  return (
    <Menu position="bottom-end" width={260} opened={isOpen} onChange={setOpen} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={label} disabled={isOpen}>
          <UnstyledButton className={styles.owner} aria-keyshortcuts="a" data-absent={owner === null || undefined}>
            <VisuallyHidden>{label}</VisuallyHidden>
            {owner === null ? <IconUserPlus size={16} stroke={1.75} aria-hidden /> : <Owner id={owner} />}
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
