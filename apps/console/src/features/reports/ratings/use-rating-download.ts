import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import type { Column } from '../../../ui/report/tables/report-table.tsx';
import { useDownload } from '../../../ui/report/tables/table-section.tsx';
import { eachRating, type Rating, type RatingFilters } from '../report-queries.ts';

/** Twenty requests: beyond that the API is the better way. */
const MOST = 2_000;

/** Saves all ratings that match, not only those shown. */
export function useRatingDownload(period: ReportPeriod, filters: RatingFilters) {
  const { ratings: texts } = useReportsTexts();
  const columns = useColumns();
  const save = useDownload();
  const notify = useNotice();
  const explain = useExplain();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const rows: Rating[] = [];
      for await (const rating of eachRating(period.current, filters)) {
        if (rows.length === MOST) return { rows, isCut: true };
        rows.push(rating);
      }
      return { rows, isCut: false };
    },
    onSuccess: ({ rows, isCut }) => {
      save({ title: texts.list, period, columns, rows });
      if (isCut) notify({ kind: 'done', text: texts.cut(MOST) });
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return { isPending, download: () => mutate() };
}

function useColumns(): Column<Rating>[] {
  const { columns } = useReportsTexts();
  const nameOf = useAgentName();
  const router = useRouter();
  const linkTo = (id: number) => {
    const { publicHref } = router.buildLocation({ to: '/inbox/$chatId', params: { chatId: String(id) } });
    return new URL(publicHref, location.origin).href;
  };
  return [
    { name: columns.time, value: ({ updated_at }) => updated_at },
    { name: columns.score, value: ({ score }) => score },
    { name: columns.comment, value: ({ comment }) => comment },
    { name: columns.contact, value: ({ contact_name }) => contact_name },
    { name: columns.agent, value: ({ agent_id }) => nameOf(agent_id) },
    { name: columns.chat, value: ({ chat_id }) => chat_id && linkTo(chat_id) },
  ];
}
