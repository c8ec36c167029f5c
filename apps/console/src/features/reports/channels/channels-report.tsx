import { useQuery } from '@tanstack/react-query';
import { channelName } from '../../../entities/chat/channel-name.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { BarList } from '../../../ui/report/charts/bar-list.tsx';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import { useReportPeriod } from '../../../ui/report/period/use-report-period.ts';
import type { Column } from '../../../ui/report/tables/report-table.tsx';
import { TableSection } from '../../../ui/report/tables/table-section.tsx';
import { EmptyReport } from '../page/empty-report.tsx';
import { ReportPage } from '../page/report-page.tsx';
import { type ChannelFigures, channelsQuery } from '../report-queries.ts';

/** Where chats come from. */
export function ChannelsReport() {
  const texts = useReportsTexts();
  const period = useReportPeriod();
  const channels = useQuery(channelsQuery(period.current));
  return (
    <ReportPage title={texts.tabs.channels} period={period}>
      <Loaded query={channels} failure={texts.failed}>
        {(found) => (found.length ? <FoundChannels period={period} channels={found} /> : <EmptyReport />)}
      </Loaded>
    </ReportPage>
  );
}

function FoundChannels({ period, channels }: { period: ReportPeriod; channels: ChannelFigures[] }) {
  const texts = useReportsTexts();
  const { count, share } = useFormats();
  const nameOf = useChannelName();
  const before = useQuery(channelsQuery(period.previous)).data;
  const sorted = channels.toSorted((a, b) => b.chats_total - a.chats_total);
  const [first] = sorted;
  const total = channels.reduce((sum, { chats_total }) => sum + chats_total, 0);
  const previousOf = (channel: string) => before && (before.find((each) => each.channel === channel)?.chats_total ?? 0);
  return (
    <>
      <BarList
        title={texts.channels.title}
        message={texts.most(nameOf(first?.channel ?? ''), share(first?.chats_total ?? 0, total))}
        items={sorted.map(({ channel, chats_total }) => ({
          key: channel,
          name: nameOf(channel),
          value: chats_total,
          previous: previousOf(channel),
          label: `${count(chats_total)} · ${share(chats_total, total)}`,
        }))}
      />
      <TableSection
        title={texts.channels.table}
        period={period}
        columns={useColumns(channels)}
        rows={sorted}
        keyOf={({ channel }) => channel}
      />
    </>
  );
}

/** Several custom channels are told apart by their numbers. */
function useChannelName() {
  const { chatActions } = useTexts();
  return (channel: string) => {
    const number = /^ch(\d+)$/.exec(channel)?.[1];
    const name = channelName(channel, chatActions);
    return number ? `${name} ${number}` : name;
  };
}

type Counted = 'chats_total' | 'chats_accepted' | 'chats_accepted_human' | 'chats_accepted_ai' | 'chats_missed';

/** Those of the AI only where it accepted a chat. */
function useColumns(channels: ChannelFigures[]): Column<ChannelFigures>[] {
  const { terms, columns: names } = useReportsTexts();
  const { count, share } = useFormats();
  const nameOf = useChannelName();
  const hasAi = channels.some(({ chats_accepted_ai }) => chats_accepted_ai);
  const counted = (metric: Counted): Column<ChannelFigures> => ({
    ...terms[metric],
    value: (row) => row[metric],
    print: (row) => count(row[metric]),
  });
  return [
    { name: names.channel, value: ({ channel }) => nameOf(channel), isText: true },
    counted('chats_total'),
    counted('chats_accepted'),
    ...(hasAi ? [counted('chats_accepted_human'), counted('chats_accepted_ai')] : []),
    counted('chats_missed'),
    {
      ...terms.missed_share,
      value: (row) => (row.chats_total ? Math.round((row.chats_missed / row.chats_total) * 1_000) / 10 : null),
      print: (row) => share(row.chats_missed, row.chats_total),
    },
  ];
}
