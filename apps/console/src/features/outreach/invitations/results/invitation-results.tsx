import { Text } from '@mantine/core';
import { IconChartArrowsVertical } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useInvitationResultsTexts } from '../../../../locales/pages/invitation-results.ts';
import { useReportsTexts } from '../../../../locales/pages/reports.ts';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import { useFormats } from '../../../../ui/report/figures/use-formats.ts';
import type { ReportPeriod } from '../../../../ui/report/period/periods.ts';
import { useReportPeriod } from '../../../../ui/report/period/use-report-period.ts';
import { PeriodPicker } from '../../../../ui/report/picker/period-picker.tsx';
import { TableSection } from '../../../../ui/report/tables/table-section.tsx';
import { type Funnel, funnelQuery } from '../model/invitation-queries.ts';
import { InvitationTabs } from '../parts/invitation-tabs.tsx';
import { FunnelSteps } from './funnel-steps.tsx';
import styles from './invitation-results.module.css';
import { LiftChart } from './lift-chart.tsx';
import { useFunnelColumns } from './use-funnel-columns.tsx';

/** What visitors did with the invitations of a period, and what these added. */
export function InvitationResults() {
  const texts = useInvitationResultsTexts();
  const { title } = useSmartInvitationsTexts();
  const { alone } = useReportsTexts();
  const { days } = useFormats();
  const period = useReportPeriod();
  const query = useQuery({ ...funnelQuery(period.current), placeholderData: keepPreviousData });
  const zone = period.timeZone.replaceAll('_', ' ');
  return (
    <Screen isWide>
      <PageHeading title={title} lead={alone(days(period.current, period.timeZone), zone)} actions={<PeriodPicker />} />
      <InvitationTabs />
      <Loaded query={query} failure={texts.failed}>
        {(funnel) =>
          funnel.totals.shown + funnel.totals.held_out > 0 ? (
            <div aria-busy={query.isPlaceholderData}>
              <Found funnel={funnel} period={period} />
            </div>
          ) : (
            <EmptyState icon={IconChartArrowsVertical} heading={texts.empty}>
              {texts.emptyLead}
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Found({ funnel, period }: { funnel: Funnel; period: ReportPeriod }) {
  const texts = useInvitationResultsTexts();
  const columns = useFunnelColumns();
  return (
    <div className={styles.results}>
      <FunnelSteps totals={funnel.totals} />
      <LiftChart funnel={funnel} />
      <TableSection
        title={texts.byRule}
        period={period}
        columns={columns}
        rows={funnel.rules}
        keyOf={({ rule_id }) => rule_id}
      />
      <Text c="dimmed" size="xs">
        {texts.kept}
      </Text>
    </div>
  );
}
