import { Anchor } from '@mantine/core';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { When } from '../../../ui/time/when.tsx';
import { HealthSection } from '../health/health-section.tsx';
import { accountName, type ConnectionState, stateOf } from '../model/connection-state.ts';
import type { Messenger } from '../model/messenger-queries.ts';
import { Trouble } from '../parts/trouble.tsx';
import { FirstMessage } from './first-message.tsx';

interface ConnectedProps {
  messenger: Messenger;
  state: ConnectionState;
  /** Connected just now. */
  isNew: boolean;
}

/** A messenger that is connected: what is wrong, the account, a test, and what it did. */
export function Connected({ messenger, state, isNew }: ConnectedProps) {
  const { provider, webhook } = messenger;
  return (
    <>
      {state !== 'working' && <Trouble place={provider} webhook={webhook} />}
      <FirstMessage messenger={messenger} isNew={isNew} />
      <Facts messenger={messenger} />
      <HealthSection provider={provider} />
    </>
  );
}

function Facts({ messenger }: { messenger: Messenger }) {
  const texts = useMessengersTexts();
  const { link, webhook, connected_at } = messenger;
  const state = stateOf(webhook);
  const mode = webhook && (webhook.registered || state === 'manual' ? texts.modes[webhook.mode] : texts.states[state]);
  return (
    <DescriptionList
      facts={[
        { name: texts.account, value: accountName(messenger) ?? null, absent: texts.noLink },
        {
          name: texts.link,
          value: link && (
            <Anchor href={link} target="_blank" rel="noreferrer" dir="ltr">
              {link}
            </Anchor>
          ),
          absent: texts.noLink,
        },
        { name: texts.updates, value: mode },
        ...(connected_at ? [{ name: texts.connectedAt, value: <When at={connected_at} /> }] : []),
        ...(webhook?.checked_at ? [{ name: texts.checkedAt, value: <When at={webhook.checked_at} /> }] : []),
      ]}
    />
  );
}
