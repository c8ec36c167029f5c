import { Button, Text } from '@mantine/core';
import type { Chat } from '@parley/live';
import { type Teammate, useTeam } from '../../../entities/agent/team.ts';
import { TeammateLine } from '../../../entities/agent/teammate-line.tsx';
import { useTexts } from '../../../locales/locale.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import type { ChatActions } from '../commands/use-chat-actions.ts';
import styles from './colleagues-dialog.module.css';

interface ColleaguesDialogProps {
  chat: Chat;
  actions: ChatActions;
  isOpen: boolean;
  onClose: () => void;
}

/** Adds and removes agents besides the owner. */
export function ColleaguesDialog({ isOpen, onClose, ...rest }: ColleaguesDialogProps) {
  const { chatActions: texts } = useTexts();
  return (
    <Dialog title={texts.colleaguesHeading} isOpen={isOpen} onClose={onClose}>
      <Text c="dimmed">{texts.colleaguesLead}</Text>
      <Colleagues {...rest} />
    </Dialog>
  );
}

function Colleagues({ chat, actions }: Pick<ColleaguesDialogProps, 'chat' | 'actions'>) {
  const { chatActions: texts } = useTexts();
  const team = useTeam().filter(({ id }) => id !== chat.agent_id);
  const inChat = team.filter(({ id }) => chat.agents.includes(id));
  const others = team.filter(({ id, presence }) => !chat.agents.includes(id) && presence !== 'offline');
  const drawAdd = ({ id, name }: Teammate) => (
    <Button variant="default" size="compact-sm" aria-label={texts.addWho(name)} onClick={() => void actions.attach(id)}>
      {texts.add}
    </Button>
  );
  const drawRemove = ({ id, name }: Teammate) => (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={texts.removeWho(name)}
      onClick={() => void actions.detach(id)}
    >
      {texts.remove}
    </Button>
  );
  if (!inChat.length && !others.length) return <Text mt="md">{texts.colleaguesNobody}</Text>;
  return (
    <ul className={styles.colleagues}>
      {inChat.map((mate) => (
        <li key={mate.id} className={styles.colleague} data-present>
          <TeammateLine mate={mate} />
          {drawRemove(mate)}
        </li>
      ))}
      {others.map((mate) => (
        <li key={mate.id} className={styles.colleague}>
          <TeammateLine mate={mate} />
          {drawAdd(mate)}
        </li>
      ))}
    </ul>
  );
}
