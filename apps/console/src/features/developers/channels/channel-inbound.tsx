import { useCustomChannelsTexts } from '../../../locales/pages/custom-channels.ts';
import { CodeBlock } from '../../../ui/controls/code-block.tsx';
import { CopyableCode } from '../../../ui/controls/copyable-code.tsx';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { apiAddress } from '../api/api-address.ts';
import styles from './channel-inbound.module.css';
import type { Channel } from './channel-queries.ts';

/** Where to post messages, with an example that works once the token is in it. */
export function ChannelInbound({ channel }: { channel: Channel }) {
  const texts = useCustomChannelsTexts();
  const address = `${apiAddress}/v1/channels/${channel.id}/messages`;
  const body = JSON.stringify({
    external_client_id: 'customer-42',
    external_channel_id: 'orders',
    message: texts.exampleText,
  });
  const example = [
    `curl -X POST ${address}`,
    '-H "Authorization: Bearer TOKEN"',
    '-H "Content-Type: application/json"',
    '-H "X-Service-Idempotency-Key: $(uuidgen)"',
    `-d '${body}'`,
  ].join(' \\\n  ');
  return (
    <section aria-labelledby="inbound">
      <h2 id="inbound" className={styles.heading}>
        {texts.inbound}
      </h2>
      <p className={styles.lead}>{texts.inboundLead}</p>
      <CopyableCode label={texts.inboundUrl}>{address}</CopyableCode>
      {channel.legacy_compat_enabled && (
        <p className={styles.lead}>
          {texts.legacyUrl}: <code className={styles.code}>{`${apiAddress}/compat/legacy/chat/SECRET`}</code>
        </p>
      )}
      <h3 className={styles.example}>{texts.example}</h3>
      <CodeBlock label={texts.example}>{example}</CodeBlock>
      <div className={styles.outbound}>
        <DescriptionList
          facts={[
            {
              name: texts.outbound,
              value: channel.outbound_url && <span dir="ltr">{channel.outbound_url}</span>,
              absent: texts.oneWay,
            },
          ]}
        />
      </div>
    </section>
  );
}
