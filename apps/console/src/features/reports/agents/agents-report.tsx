import { useQuery } from '@tanstack/react-query';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { BarList } from '../../../ui/report/charts/bar-list.tsx';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import { useReportPeriod } from '../../../ui/report/period/use-report-period.ts';
import { TableSection } from '../../../ui/report/tables/table-section.tsx';
import { ReportPage } from '../page/report-page.tsx';
import { type AgentFigures, agentsQuery } from '../report-queries.ts';
import { useAgentColumns } from './use-agent-columns.ts';

/** More bars would say nothing: the table has everybody. */
const MOST_BARS = 10;

/** What each agent did. */
export function AgentsReport() {
  const texts = useReportsTexts();
  const period = useReportPeriod();
  const agents = useQuery(agentsQuery(period.current));
  return (
    <ReportPage title={texts.tabs.agents} period={period}>
      <Loaded query={agents} failure={texts.failed}>
        {(found) => <FoundAgents period={period} agents={found} />}
      </Loaded>
    </ReportPage>
  );
}

function FoundAgents({ period, agents }: { period: ReportPeriod; agents: AgentFigures[] }) {
  const texts = useReportsTexts();
  const nameOf = useAgentName();
  const { count } = useFormats();
  const before = useQuery(agentsQuery(period.previous)).data;
  const previous = before && new Map(before.map(({ agent_id, chats_handled = 0 }) => [agent_id, chats_handled]));
  const sorted = agents.toSorted((a, b) => (b.chats_handled ?? 0) - (a.chats_handled ?? 0));
  const busy = sorted.filter(({ chats_handled }) => chats_handled).slice(0, MOST_BARS);
  const [first] = busy;
  return (
    <>
      {busy.length > 0 && (
        <BarList
          title={texts.agents.title}
          message={texts.most(first?.name ?? nameOf(first?.agent_id), count(first?.chats_handled ?? 0))}
          items={busy.map(({ agent_id, name, chats_handled = 0 }) => ({
            key: agent_id,
            name: name ?? nameOf(agent_id),
            value: chats_handled,
            previous: previous && (previous.get(agent_id) ?? 0),
            label: count(chats_handled),
          }))}
        />
      )}
      <TableSection
        title={texts.agents.table}
        period={period}
        columns={useAgentColumns()}
        rows={sorted}
        keyOf={({ agent_id }) => agent_id}
      />
    </>
  );
}
