import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconTemplate, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../../data/api.ts';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../../ui/form/confirm-dialog.tsx';
import { type Invitation, useCacheInvitations, useRefreshInvitations } from '../model/invitation-queries.ts';
import { SaveTemplate } from './save-template.tsx';
import { useCopyInvitation } from './use-copy-invitation.ts';

interface InvitationMenuProps {
  rule: Invitation;
  /** On its own page, which closes with it. */
  isOpened?: boolean;
  /** In the list; undefined where there is no further place. */
  onMoveUp?: (() => void) | undefined;
  onMoveDown?: (() => void) | undefined;
}

/** What can be done with an invitation besides editing it. */
export function InvitationMenu({ rule, isOpened = false, onMoveUp, onMoveDown }: InvitationMenuProps) {
  const texts = useSmartInvitationsTexts();
  const copy = useCopyInvitation(rule);
  const [asked, setAsked] = useState<'template' | 'removal'>();
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant={isOpened ? 'default' : 'subtle'}
            color="gray"
            size={36}
            aria-label={texts.more(rule.name)}
          >
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onMoveUp && (
            <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={onMoveUp}>
              {texts.moveUp}
            </Menu.Item>
          )}
          {onMoveDown && (
            <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={onMoveDown}>
              {texts.moveDown}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={copy}>
            {texts.copy}
          </Menu.Item>
          <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={() => setAsked('template')}>
            {texts.saveAsTemplate}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setAsked('removal')}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SaveTemplate rule={rule} isOpen={asked === 'template'} onClose={close} />
      <RemoveInvitation rule={rule} isOpen={asked === 'removal'} onClose={close} isOpened={isOpened} />
    </>
  );
}

interface RemoveInvitationProps {
  rule: Invitation;
  isOpened: boolean;
  isOpen: boolean;
  onClose: () => void;
}

function RemoveInvitation({ rule: { id, name }, isOpened, isOpen, onClose }: RemoveInvitationProps) {
  const texts = useSmartInvitationsTexts();
  const notify = useNotice();
  const navigate = useNavigate();
  const cache = useCacheInvitations();
  const refresh = useRefreshInvitations();
  const forget = async () => {
    if (isOpened) await navigate({ to: '/outreach/invitations', replace: true, ignoreBlocker: true });
    cache((rules) => rules.filter((each) => each.id !== id));
    notify({ kind: 'done', text: texts.removed });
    await refresh();
  };
  return (
    <ConfirmDialog
      title={texts.removeQuestion(name)}
      label={texts.removeConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.smartInvitations.remove({ params: { id } })}
      onDone={() => void forget()}
    >
      {texts.removeLead}
    </ConfirmDialog>
  );
}
