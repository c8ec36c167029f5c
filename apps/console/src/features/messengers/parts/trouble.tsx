import { Text } from '@mantine/core';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { Warning } from '../../../ui/feedback/warning.tsx';
import type { Webhook } from '../model/messenger-queries.ts';
import type { Place } from '../model/providers.ts';
import { usePlaceName, useReason } from '../model/use-messengers.ts';
import styles from './trouble.module.css';

/** Why messages don't arrive and what to do, with the messenger's own words if it said more. */
export function Trouble({ place, webhook }: { place: Place; webhook: Webhook | null }) {
  const { theirWords } = useMessengersTexts();
  const name = usePlaceName()(place);
  const reasonOf = useReason(place);
  const reason = webhook && reasonOf(webhook);
  if (!reason) return null;
  return (
    <Warning>
      <Text fw={500}>{reason.what}</Text>
      <Text>{reason.todo}</Text>
      {webhook.detail && <p className={styles.words}>{theirWords(name, webhook.detail)}</p>}
    </Warning>
  );
}
