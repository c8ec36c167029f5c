import { Skeleton, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChannelIcon } from '../../../../entities/chat/channel-icon.tsx';
import { useBroadcastComposerTexts } from '../../../../locales/pages/broadcast-composer.ts';
import { type Channel, useChannels, useNameOfChannel } from '../model/channels.ts';
import styles from './channel-choice.module.css';
import type { FieldsProps } from './draft/fields-props.ts';

/** Where it goes. Channels that can't be used are greyed out and say why. */
export function ChannelChoice({ draft, errors, change, isFixed }: FieldsProps & { isFixed: boolean }) {
  const texts = useBroadcastComposerTexts();
  const { data: channels } = useChannels();
  const nameOf = useNameOfChannel();
  const shown = channels
    ?.filter(({ value }) => !isFixed || value === draft.channel)
    .toSorted((a, b) => Number(Boolean(a.obstacle)) - Number(Boolean(b.obstacle)));
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{texts.channel}</legend>
      {isFixed && <p className={styles.lead}>{texts.channelFixed}</p>}
      {shown ? (
        <ul className={styles.channels}>
          {shown.map((channel) => (
            <li key={channel.value}>
              <ChannelOption
                channel={channel}
                name={nameOf(channel.value)}
                isChosen={channel.value === draft.channel}
                onChoose={() => change({ channel: channel.value })}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton height={56} />
      )}
      {errors.channel && (
        <p className={styles.error} role="alert">
          {errors.channel}
        </p>
      )}
      {shown?.some(({ obstacle }) => obstacle) && (
        <Link to="/settings/messengers" className={styles.connect}>
          {texts.connect}
        </Link>
      )}
    </fieldset>
  );
}

interface ChannelOptionProps {
  channel: Channel;
  name: string;
  isChosen: boolean;
  onChoose: () => void;
}

function ChannelOption({ channel: { value, obstacle }, name, isChosen, onChoose }: ChannelOptionProps) {
  const { obstacles } = useBroadcastComposerTexts();
  return (
    <UnstyledButton
      className={styles.channel}
      aria-pressed={isChosen}
      disabled={obstacle !== undefined}
      onClick={onChoose}
    >
      <ChannelIcon channel={value} size={20} stroke={1.75} aria-hidden />
      <span className={styles.words}>
        {name}
        {obstacle && <span className={styles.obstacle}>{obstacles[obstacle]}</span>}
      </span>
    </UnstyledButton>
  );
}
