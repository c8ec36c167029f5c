import { ActionIcon, Menu } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDots } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useSecurityTexts } from '../../locales/pages/security.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { DetailRow } from '../../ui/layout/detail-row.tsx';
import { When } from '../../ui/time/when.tsx';
import type { TeamSession } from './security-queries.ts';
import { useDeviceName } from './use-device-name.ts';

interface SessionRowProps {
  session: TeamSession;
  onEnded: () => void;
  onEndAll: () => void;
}

export function SessionRow({ session, onEnded, onEndAll }: SessionRowProps) {
  const texts = useSecurityTexts();
  const explain = useExplain();
  const notify = useNotice();
  const describe = useDeviceName();
  const { name: device, isHandheld, place } = describe(session);
  const person = session.name ?? session.email;
  const { mutate } = useMutation({
    mutationFn: () => api.security.endSession({ params: { id: session.id } }),
    onSuccess: () => {
      notify({ kind: 'done', text: texts.ended });
      onEnded();
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return (
    <DetailRow
      icon={isHandheld ? IconDeviceMobile : IconDeviceDesktop}
      name={person}
      title={session.email}
      facts={
        <>
          {device} · {place} · {texts.active} <When at={session.last_active_at} />
        </>
      }
    >
      {session.current ? (
        <StatusBadge tone="good">{texts.here}</StatusBadge>
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={texts.more(`${person}, ${device}`)}>
              <IconDots size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => mutate()}>{texts.end}</Menu.Item>
            <Menu.Item onClick={onEndAll}>{texts.endAll}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </DetailRow>
  );
}
