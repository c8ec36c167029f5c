import { ActionIcon, Anchor, Menu } from '@mantine/core';
import { IconDots, IconStar, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useMessengerAccountsTexts } from '../../../locales/pages/messenger-accounts.ts';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { DetailRow } from '../../../ui/layout/detail-row.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { SettingSection } from '../../../ui/layout/setting-section.tsx';
import { stateOf } from '../model/connection-state.ts';
import type { Community } from '../model/messenger-queries.ts';
import { useExplainMessenger } from '../model/use-explain-messenger.ts';
import { useRefreshMessengers } from '../model/use-messengers.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { Trouble } from '../parts/trouble.tsx';
import styles from './communities.module.css';

/** The communities that are connected, what is wrong with any of them, and which is the primary one. */
export function Communities({ communities }: { communities: Community[] }) {
  const texts = useMessengerAccountsTexts();
  const broken = communities.find(({ webhook }) => stateOf(webhook) === 'broken');
  return (
    <>
      {broken && <Trouble place="vk" webhook={broken.webhook} />}
      <SettingSection heading={texts.communities} lead={texts.communitiesLead}>
        <Rows label={texts.communities}>
          {communities.map((community) => (
            <CommunityRow key={community.id} community={community} isOnly={communities.length === 1} />
          ))}
        </Rows>
      </SettingSection>
    </>
  );
}

function CommunityRow({ community, isOnly }: { community: Community; isOnly: boolean }) {
  const texts = useMessengerAccountsTexts();
  const { name, link, is_primary, webhook } = community;
  return (
    <DetailRow
      name={name}
      title={name}
      facts={
        <>
          {is_primary && !isOnly && <strong className={styles.primary}>{texts.primary} · </strong>}
          <Anchor href={link} target="_blank" rel="noreferrer" dir="ltr" size="xs">
            {link.replace('https://', '')}
          </Anchor>
        </>
      }
    >
      <StateBadge state={stateOf(webhook)} />
      <CommunityActions community={community} />
    </DetailRow>
  );
}

function CommunityActions({ community: { id, name, is_primary } }: { community: Community }) {
  const texts = useMessengerAccountsTexts();
  const notify = useNotice();
  const explain = useExplainMessenger();
  const refresh = useRefreshMessengers();
  const [isAsking, setAsking] = useState(false);
  const prefer = useMutation({
    mutationFn: () => api.messengers.makePrimary({ params: { id } }),
    onSuccess: async () => {
      notify({ kind: 'done', text: texts.madePrimary(name) });
      await refresh();
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={texts.actionsOf(name)}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!is_primary && (
            <Menu.Item leftSection={<IconStar {...icon} />} onClick={() => prefer.isPending || prefer.mutate()}>
              {texts.makePrimary}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setAsking(true)}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RemoveCommunity community={{ id, name }} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

interface RemoveCommunityProps {
  community: Pick<Community, 'id' | 'name'>;
  isOpen: boolean;
  onClose: () => void;
}

function RemoveCommunity({ community: { id, name }, isOpen, onClose }: RemoveCommunityProps) {
  const texts = useMessengerAccountsTexts();
  const { disconnectLead } = useMessengersTexts();
  const notify = useNotice();
  const explain = useExplainMessenger();
  const refresh = useRefreshMessengers();
  return (
    <ConfirmDialog
      title={texts.removeCommunity(name)}
      label={texts.removeConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.messengers.removeCommunity({ params: { id } })}
      onDone={() => {
        notify({ kind: 'done', text: texts.removed(name) });
        void refresh();
      }}
      toFailure={(error) => (isUnconfirmed(error) ? texts.removeRefused : explain(error))}
    >
      {disconnectLead}
    </ConfirmDialog>
  );
}

const isUnconfirmed = (error: Error) => 'code' in error && error.code === 'upstream_failed';
