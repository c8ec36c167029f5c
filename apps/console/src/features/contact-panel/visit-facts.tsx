import { Text } from '@mantine/core';
import type { Chat, SiteVisitor } from '@parley/live';
import { useVisitors } from '../../data/live/live.tsx';
import type { Contact } from '../../entities/contact/contact-queries.ts';
import { isVisitOf } from '../../entities/visitor/visits.ts';
import { useLocale, useTexts } from '../../locales/locale.tsx';
import { When } from '../../ui/time/when.tsx';
import { PanelFacts, pageLink } from './panel-facts.tsx';

/** The visitor's open pages, and when they were first seen. */
export function VisitFacts({ chat, contact }: { chat: Chat; contact: Contact }) {
  const { panel: texts } = useTexts();
  const visits = [...useVisitors().values()].filter((visit) => isVisitOf(visit, chat));
  return (
    <>
      {visits.map((visit) => (
        <Visit key={visit.id} visit={visit} />
      ))}
      {visits.length === 0 && (
        <Text c="dimmed" mb={6}>
          {texts.notHere}
        </Text>
      )}
      <PanelFacts
        facts={[
          [texts.firstSeen, <When key="first" at={contact.created_at} />],
          [texts.lastMessage, chat.last_message_at && <When key="last" at={chat.last_message_at} />],
        ]}
      />
    </>
  );
}

function Visit({ visit }: { visit: SiteVisitor }) {
  const { locale, texts } = useLocale();
  const { panel } = texts;
  return (
    <PanelFacts
      facts={[
        [panel.page, pageLink(visit.page, visit.title)],
        [panel.since, <When key="since" at={visit.since} />],
        [panel.pages, visit.pages],
        [panel.referrer, pageLink(visit.referrer)],
        [panel.country, visit.country && new Intl.DisplayNames(locale, { type: 'region' }).of(visit.country)],
      ]}
    />
  );
}
