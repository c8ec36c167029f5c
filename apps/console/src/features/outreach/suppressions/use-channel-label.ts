import { useSuppressionsTexts } from '../../../locales/pages/suppressions.ts';
import { useChannels, useNameOfChannel } from '../broadcasts/model/channels.ts';

export const EMAIL = 'email';

/** Channels on which addresses can be suppressed, with their names. */
export function useSuppressionChannels() {
  const { data = [] } = useChannels();
  const labelOf = useChannelLabel();
  return [EMAIL, ...data.map(({ value }) => value)].map((value) => ({ value, label: labelOf(value) }));
}

/** Returns the name of a channel; e-mail is one of them. */
export function useChannelLabel() {
  const { email } = useSuppressionsTexts();
  const nameOf = useNameOfChannel();
  return (channel: string) => (channel === EMAIL ? email : nameOf(channel));
}
