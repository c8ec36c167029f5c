import { Switch } from '@mantine/core';
import { useSession } from '../../../data/session.ts';
import { useProfileUpdate } from '../../../entities/agent/use-profile-update.ts';
import { useProfileTexts } from '../../../locales/pages/profile.ts';

/** What happens after a chat is closed. */
export function AfterDone() {
  const texts = useProfileTexts();
  const { after_done } = useSession().agent.preferences;
  const update = useProfileUpdate();
  return (
    <Switch
      withThumbIndicator={false}
      label={texts.afterDone.label}
      description={texts.afterDone.hint}
      checked={after_done === 'next'}
      onChange={({ currentTarget: { checked } }) => update({ preferences: { after_done: checked ? 'next' : 'stay' } })}
    />
  );
}
