import { Button } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useReportSearch, useSetPeriod } from '../../../ui/report/period/use-report-period.ts';

const LONGEST = 'this-year';

export function NoRatings() {
  const { ratings: texts, empty, presets } = useReportsTexts();
  const setPeriod = useSetPeriod();
  const isLongest = useReportSearch().period === LONGEST;
  const action = isLongest ? undefined : (
    <Button variant="default" onClick={() => setPeriod({ period: LONGEST })}>
      {empty.longer(presets[LONGEST])}
    </Button>
  );
  return (
    <EmptyState icon={IconStar} heading={texts.empty} action={action}>
      {texts.emptyLead}
    </EmptyState>
  );
}
