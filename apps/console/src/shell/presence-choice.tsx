import { useTexts } from '../locales/locale.tsx';
import { PresenceDot } from '../people/presence-dot.tsx';
import { useProfileUpdate } from '../settings/use-profile-change.ts';
import { Choice } from './choice.tsx';
import styles from './presence-choice.module.css';

const STATUSES = { online: 'active', break: 'relaxation' } as const;

/** Whether one takes new chats. On a break those that one has stay. */
export function PresenceChoice({ presence }: { presence: 'online' | 'break' }) {
  const { profile } = useTexts();
  const update = useProfileUpdate();
  const optionOf = (value: 'online' | 'break') => ({
    value,
    label: (
      <span className={styles.option}>
        <PresenceDot presence={value} />
        {profile.presence[value]}
      </span>
    ),
  });
  return (
    <Choice
      label={profile.presence.label}
      value={presence}
      options={[optionOf('online'), optionOf('break')]}
      onChange={(next) => update({ status: STATUSES[next] })}
    />
  );
}
