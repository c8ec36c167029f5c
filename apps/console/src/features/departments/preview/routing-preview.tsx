import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Department } from '../../../entities/agent/departments.ts';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { TimeField } from '../../../ui/form/time-field.tsx';
import { useChannelName } from '../channel-names.ts';
import { type Weekday, weekdays } from '../week/week.ts';
import { type PreviewSubject, previewQuery } from './preview-query.ts';
import styles from './routing-preview.module.css';
import { Verdict } from './verdict.tsx';

/** Who would get a chat of the department's channels. */
export function RoutingPreview({ department }: { department: Department }) {
  const { preview: texts } = useDepartmentsTexts();
  const { channels } = department;
  const [chosen, setChosen] = useState<string>();
  const [at, setAt] = useState<PreviewSubject['at']>();
  const channel = chosen && channels.includes(chosen) ? chosen : channels[0];
  if (!channel) return <Text c="dimmed">{texts.noChannels}</Text>;
  return (
    <Stack gap="md">
      <div className={styles.question}>
        {channels.length > 1 && <ChannelChoice channels={channels} channel={channel} onChoose={setChosen} />}
        <TimeChoice at={at} onChoose={setAt} />
      </div>
      <Answer department={department} subject={{ channel, at }} />
    </Stack>
  );
}

interface ChannelChoiceProps {
  channels: string[];
  channel: string;
  onChoose: (channel: string) => void;
}

function ChannelChoice({ channels, channel, onChoose }: ChannelChoiceProps) {
  const { preview: texts } = useDepartmentsTexts();
  const channelName = useChannelName();
  return (
    <NativeSelect
      aria-label={texts.channel}
      value={channel}
      data={channels.map((value) => ({ value, label: channelName(value) }))}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    />
  );
}

const ANOTHER_TIME = { weekday: 'Sunday', time: '22:00' } as const;

interface TimeChoiceProps {
  at: PreviewSubject['at'];
  onChoose: (at: PreviewSubject['at']) => void;
}

function TimeChoice({ at, onChoose }: TimeChoiceProps) {
  const { preview: texts, week } = useDepartmentsTexts();
  return (
    <>
      <SegmentedChoice
        label={texts.when}
        isLabelHidden
        value={at ? 'later' : 'now'}
        options={[
          { value: 'now', label: texts.now },
          { value: 'later', label: texts.later },
        ]}
        onChange={(value) => onChoose(value === 'later' ? ANOTHER_TIME : undefined)}
      />
      {at && (
        <>
          <NativeSelect
            aria-label={texts.weekday}
            value={at.weekday}
            data={weekdays.map((value) => ({ value, label: week.days[value] }))}
            onChange={({ currentTarget: { value } }) => onChoose({ ...at, weekday: value as Weekday })}
          />
          <TimeField
            className={styles.time ?? ''}
            label={texts.time}
            value={at.time}
            onChange={(time) => onChoose({ ...at, time: time === '24:00' ? '00:00' : time })}
          />
        </>
      )}
    </>
  );
}

function Answer({ department, subject }: { department: Department; subject: PreviewSubject }) {
  const { preview: texts } = useDepartmentsTexts();
  const query = useQuery({ ...previewQuery(subject), placeholderData: keepPreviousData });
  return (
    <Loaded query={query} failure={texts.failed} skeleton={<Skeleton height={120} radius="lg" aria-busy />}>
      {(preview) => (
        <div className={styles.answer} aria-live="polite" aria-busy={query.isPlaceholderData}>
          <Verdict department={department} preview={preview} />
        </div>
      )}
    </Loaded>
  );
}
