import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMessengerAccountsTexts } from '../../../locales/pages/messenger-accounts.ts';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { FirstMessage } from '../details/first-message.tsx';
import { MessengerActions } from '../details/messenger-actions.tsx';
import { HealthSection } from '../health/health-section.tsx';
import { stateOf, worstOf } from '../model/connection-state.ts';
import { type Community, communitiesQuery, type Messenger, messengerQuery } from '../model/messenger-queries.ts';
import { useKeptFocus } from '../model/use-kept-focus.ts';
import { useRefreshMessengers } from '../model/use-messengers.ts';
import { PlaceHeading } from '../parts/place-heading.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Communities } from './communities.tsx';
import { CommunityForm } from './community-form.tsx';

/** VK is connected by its communities, each with a token of its own. */
export function Vk() {
  const { failed } = useMessengersTexts();
  const { communitiesFailed } = useMessengerAccountsTexts();
  const messenger = useQuery(messengerQuery('vk'));
  const communities = useQuery(communitiesQuery);
  return (
    <Loaded query={messenger} failure={failed}>
      {(vk) => (
        <Loaded query={communities} failure={communitiesFailed}>
          {(list) => <Details messenger={vk} communities={list} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Details({ messenger, communities }: { messenger: Messenger; communities: Community[] }) {
  const { connected } = useMessengersTexts();
  const notify = useNotice();
  const refresh = useRefreshMessengers();
  const [isAdding, setAdding] = useState(false);
  const [isNew, setNew] = useState(false);
  const [isCancelled, setCancelled] = useState(false);
  const [hadSome, setHadSome] = useState(false);
  if (communities.length > 0 && !hadSome) setHadSome(true);
  const state = worstOf(communities.map(({ webhook }) => stateOf(webhook)));
  const finish = ({ name, webhook }: Community) => {
    if (webhook.registered) notify({ kind: 'done', text: connected(`“${name}”`) });
    setAdding(false);
    setNew(true);
    void refresh();
  };
  const cancel = () => {
    setAdding(false);
    setNew(false);
    setCancelled(true);
  };
  if (!communities.length || isAdding) {
    return (
      <>
        <PlaceHeading place="vk" lead={<StateBadge state={state} />} />
        <CommunityForm isFocused={isAdding || hadSome} onDone={finish} {...(isAdding && { onCancel: cancel })} />
      </>
    );
  }
  return (
    <>
      <PlaceHeading
        place="vk"
        lead={<StateBadge state={state} />}
        actions={
          <>
            <AddButton rows={communities.length} isFocused={isCancelled && !isNew} onClick={() => setAdding(true)} />
            <MessengerActions messenger={messenger} />
          </>
        }
      />
      <FirstMessage messenger={messenger} isNew={isNew} />
      <Communities communities={communities} />
      <HealthSection provider="vk" />
    </>
  );
}

interface AddButtonProps {
  /** Communities below: when one of them is removed, the button gets its focus. */
  rows: number;
  isFocused: boolean;
  onClick: () => void;
}

function AddButton({ rows, isFocused, onClick }: AddButtonProps) {
  const { addCommunity } = useMessengerAccountsTexts();
  const button = useKeptFocus<HTMLButtonElement>(rows);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused, button]);
  return (
    <Button
      ref={button}
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={onClick}
    >
      {addCommunity}
    </Button>
  );
}
