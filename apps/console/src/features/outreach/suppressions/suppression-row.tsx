import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { ChannelIcon } from '../../../entities/chat/channel-icon.tsx';
import { useSuppressionsTexts } from '../../../locales/pages/suppressions.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { DetailRow } from '../../../ui/layout/detail-row.tsx';
import { When } from '../../../ui/time/when.tsx';
import { isByRecipient, type Suppression, useRefreshSuppressions } from './suppression-queries.ts';
import styles from './suppressions.module.css';
import { EMAIL, useChannelLabel } from './use-channel-label.ts';

/** An address, why it gets nothing, and how to lift that. */
export function SuppressionRow({ suppression }: { suppression: Suppression }) {
  const texts = useSuppressionsTexts();
  const labelOf = useChannelLabel();
  const { address, channel, reason, created_at } = suppression;
  return (
    <DetailRow
      name={<bdi>{address}</bdi>}
      facts={
        <>
          <ChannelSign channel={channel} /> {labelOf(channel)} · {texts.reasons[reason]} · <When at={created_at} />
        </>
      }
    >
      {isByRecipient(suppression) ? (
        <span className={styles.kept}>{texts.kept}</span>
      ) : (
        <Lift suppression={suppression} />
      )}
    </DetailRow>
  );
}

function ChannelSign({ channel }: { channel: string }) {
  const icon = { size: 14, stroke: 1.75, 'aria-hidden': true };
  return channel === EMAIL ? <IconMail {...icon} /> : <ChannelIcon channel={channel} {...icon} />;
}

function Lift({ suppression: { id, address, channel } }: { suppression: Suppression }) {
  const texts = useSuppressionsTexts();
  const labelOf = useChannelLabel();
  const notify = useNotice();
  const refresh = useRefreshSuppressions();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={texts.liftOf(address)} onClick={() => setAsking(true)}>
        {texts.lift}
      </Button>
      <ConfirmDialog
        title={texts.liftQuestion(address)}
        label={texts.liftConfirm}
        isDangerous={false}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => api.suppressions.remove({ params: { id } })}
        onDone={() => {
          notify({ kind: 'done', text: texts.lifted });
          void refresh();
        }}
      >
        {texts.liftLead(labelOf(channel))}
      </ConfirmDialog>
    </>
  );
}
