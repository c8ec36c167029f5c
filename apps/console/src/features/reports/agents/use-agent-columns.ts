import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import type { Column } from '../../../ui/report/tables/report-table.tsx';
import type { AgentFigures } from '../report-queries.ts';

type Counted =
  | 'chats_total'
  | 'chats_accepted'
  | 'chats_handled'
  | 'chats_missed'
  | 'messages_total'
  | 'chats_transferred_in'
  | 'chats_transferred_out';

/** The columns of the table of agents. */
export function useAgentColumns(): Column<AgentFigures>[] {
  const { agentTerms: terms, columns: names, seconds } = useReportsTexts();
  const nameOf = useAgentName();
  const { count, duration, rating } = useFormats();
  const counted = (metric: Counted): Column<AgentFigures> => ({
    ...terms[metric],
    value: (row) => row[metric],
    print: (row) => count(row[metric] ?? 0),
  });
  const response = terms.avg_response_time_seconds;
  return [
    { name: names.agent, value: ({ agent_id, name }) => name ?? nameOf(agent_id), isText: true },
    counted('chats_handled'),
    counted('chats_accepted'),
    counted('chats_total'),
    counted('chats_missed'),
    {
      ...response,
      fileName: seconds(response.name),
      value: (row) => row.avg_response_time_seconds,
      print: (row) => duration(row.avg_response_time_seconds),
    },
    counted('messages_total'),
    counted('chats_transferred_in'),
    counted('chats_transferred_out'),
    { ...terms.rating_average, value: (row) => row.rating_average, print: (row) => rating(row.rating_average) },
  ];
}
