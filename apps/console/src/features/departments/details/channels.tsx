import { Checkbox } from '@mantine/core';
import { api } from '../../../data/api.ts';
import type { Department } from '../../../entities/agent/departments.ts';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { channels, useChannelName } from '../channel-names.ts';
import { useDraft } from '../department-queries.ts';
import { SaveActions } from '../save-actions.tsx';
import styles from './department.module.css';

export function Channels({ department }: { department: Department }) {
  const texts = useDepartmentsTexts();
  const channelName = useChannelName();
  const draft = useDraft(department.channels, (chosen) =>
    api.departments.update({ params: { id: department.id }, body: { channels: chosen } }),
  );
  const offered = [...new Set([...channels, ...department.channels])];
  // In a fixed order, so that choosing the same channels again is no change.
  const toggle = (channel: string, isChosen: boolean) => {
    const isOn = (each: string) => (each === channel ? isChosen : draft.draft.includes(each));
    draft.change(inSavedOrder(offered.filter(isOn), department.channels));
  };
  return (
    <>
      <fieldset className={styles.choices} aria-label={texts.channels}>
        {offered.map((channel) => (
          <Checkbox
            key={channel}
            label={channelName(channel)}
            checked={draft.draft.includes(channel)}
            onChange={({ currentTarget }) => toggle(channel, currentTarget.checked)}
          />
        ))}
      </fieldset>
      <SaveActions draft={draft} />
    </>
  );
}

function inSavedOrder(chosen: string[], saved: string[]) {
  const kept = saved.filter((channel) => chosen.includes(channel));
  return [...kept, ...chosen.filter((channel) => !kept.includes(channel))];
}
