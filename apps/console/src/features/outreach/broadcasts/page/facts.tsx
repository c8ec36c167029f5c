import { useAgentName } from '../../../../entities/agent/use-agent-name.ts';
import { useBroadcastsTexts } from '../../../../locales/pages/broadcasts.ts';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { DescriptionList } from '../../../../ui/layout/description-list.tsx';
import { useSendFacts } from '../../sends/page/send-facts.ts';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { useNameOfChannel } from '../model/channels.ts';
import styles from './page.module.css';

/** What was sent, where, by whom, and who confirmed that the recipients agreed. */
export function Facts({ broadcast }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const { details } = useSendsTexts();
  const channel = useNameOfChannel()(broadcast.channel);
  const nameOf = useAgentName();
  const { message, agent_id } = broadcast.settings;
  const facts = [
    { name: texts.channel, value: channel },
    { name: texts.sender, value: agent_id ? nameOf(agent_id) : texts.noSender },
    ...useSendFacts(broadcast),
  ];
  return (
    <section className={styles.facts} aria-label={details}>
      {message && (
        <blockquote className={styles.message} dir="auto">
          {message.body ?? texts.onlyFile}
        </blockquote>
      )}
      <DescriptionList facts={facts} />
    </section>
  );
}
