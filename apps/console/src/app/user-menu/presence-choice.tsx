import { useProfileUpdate } from '../../entities/agent/use-profile-update.ts';
import { useTexts } from '../../locales/locale.tsx';
import { MenuChoice } from '../../ui/controls/menu-choice.tsx';
import { PresenceDot } from '../../ui/person/presence-dot.tsx';
import styles from './presence-choice.module.css';

const STATUSES = { online: 'active', break: 'relaxation' } as const;

/** Whether the agent gets new chats. Existing chats stay during a break. */
export function PresenceChoice({ presence }: { presence: 'online' | 'break' }) {
  const { shell } = useTexts();
  const update = useProfileUpdate();
  const optionOf = (value: 'online' | 'break') => ({
    value,
    label: (
      <span className={styles.option}>
        <PresenceDot presence={value} />
        {shell.presence[value]}
      </span>
    ),
  });
  return (
    <MenuChoice
      label={shell.presence.label}
      value={presence}
      options={[optionOf('online'), optionOf('break')]}
      onChange={(next) => update({ status: STATUSES[next] })}
    />
  );
}
