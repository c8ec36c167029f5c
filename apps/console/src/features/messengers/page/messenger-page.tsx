import { IconError404 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { Avito } from '../avito/avito.tsx';
import { CredentialForm } from '../connect/credential-form.tsx';
import { Connected } from '../details/connected.tsx';
import { MessengerActions } from '../details/messenger-actions.tsx';
import { stateOf } from '../model/connection-state.ts';
import { type Messenger, messengerQuery } from '../model/messenger-queries.ts';
import { isTokenProvider, type TokenProvider } from '../model/providers.ts';
import { useArrivedState, usePlaceName, useRefreshMessengers } from '../model/use-messengers.ts';
import { PlaceHeading } from '../parts/place-heading.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Vk } from '../vk/vk.tsx';

/** One messenger: how to connect it, or how it works. */
export function MessengerPage() {
  const { place } = useParams({ from: '/shell/settings/settings/messengers/$place' });
  return (
    <Screen>
      <OneOf key={place} place={place} />
    </Screen>
  );
}

function OneOf({ place }: { place: string }) {
  if (place === 'avito') return <Avito />;
  if (place === 'vk') return <Vk />;
  return isTokenProvider(place) ? <WithToken provider={place} /> : <Missing />;
}

function Missing() {
  const texts = useMessengersTexts();
  const { failures } = useTexts();
  return (
    <>
      <BackLink to="/settings/messengers">{texts.title}</BackLink>
      <EmptyState icon={IconError404} heading={texts.missing}>
        {failures.missing}
      </EmptyState>
    </>
  );
}

function WithToken({ provider }: { provider: TokenProvider }) {
  const { failed } = useMessengersTexts();
  const query = useQuery(messengerQuery(provider));
  return (
    <Loaded query={query} failure={failed}>
      {(messenger) => <Details provider={provider} messenger={messenger} />}
    </Loaded>
  );
}

/** What the person did on this page, which decides where the focus goes. */
type Done = 'connected' | 'disconnected' | 'cancelled' | undefined;

function Details({ provider, messenger }: { provider: TokenProvider; messenger: Messenger }) {
  const texts = useMessengersTexts();
  const name = usePlaceName()(provider);
  const notify = useNotice();
  const refresh = useRefreshMessengers();
  const [isReplacing, setReplacing] = useState(false);
  const [done, setDone] = useState<Done>();
  const finish = (changed: Messenger) => {
    if (changed.webhook?.registered) notify({ kind: 'done', text: texts.connected(name) });
    setReplacing(false);
    setDone('connected');
    void refresh(changed);
  };
  const cancel = () => {
    setReplacing(false);
    setDone('cancelled');
  };
  const isConnected = messenger.connected;
  const state = useArrivedState(provider, stateOf(messenger.webhook));
  const actions = isConnected && !isReplacing && (
    <MessengerActions
      messenger={messenger}
      isFocused={done === 'cancelled'}
      onReplace={() => setReplacing(true)}
      onDisconnected={() => setDone('disconnected')}
    />
  );
  return (
    <>
      <PlaceHeading place={provider} lead={<StateBadge state={state} />} actions={actions} />
      {isConnected && !isReplacing ? (
        <Connected messenger={messenger} state={state} isNew={done === 'connected'} />
      ) : (
        <CredentialForm
          // A form that was filled in before is not shown again.
          key={String(isConnected)}
          provider={provider}
          messenger={messenger}
          isFocused={isReplacing || done === 'disconnected'}
          onDone={finish}
          {...(isReplacing && { onCancel: cancel })}
        />
      )}
    </>
  );
}
