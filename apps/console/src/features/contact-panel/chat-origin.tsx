import type { Chat } from '@parley/live';
import { useAgentName } from '../../entities/agent/use-agent-name.ts';
import { channelName } from '../../entities/chat/channel-name.ts';
import { type Locale, useLocale } from '../../locales/locale.tsx';
import { When } from '../../ui/time/when.tsx';
import { PanelFacts, pageLink } from './panel-facts.tsx';

/** The source and the participants of the chat. */
export function ChatOrigin({ chat }: { chat: Chat }) {
  const { locale, texts } = useLocale();
  const { panel } = texts;
  const nameOf = useAgentName();
  const { source, handled_by, agents } = chat;
  return (
    <PanelFacts
      facts={[
        [panel.began, <When key="began" at={chat.created_at} />],
        [panel.channel, channelName(chat.channel, texts.chatActions)],
        [panel.firstPage, pageLink(source.page)],
        [panel.referrer, pageLink(source.referrer)],
        [panel.language, languageName(source.language, locale)],
        [panel.handledBy, handled_by && nameOf(handled_by.agent_id)],
        [panel.inChat, new Intl.ListFormat(locale).format(agents.map(nameOf))],
      ]}
    />
  );
}

/** Untrusted: browsers can send anything. */
function languageName(language: string | null, locale: Locale) {
  try {
    return language && new Intl.DisplayNames(locale, { type: 'language' }).of(language);
  } catch {
    return language;
  }
}
