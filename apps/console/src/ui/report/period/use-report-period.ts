import { useDocumentVisibility } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { periodOf } from './periods.ts';
import { type ReportSearch, readReportSearch } from './report-search.ts';

const WHILE_MS = 60_000;

/** The period in the address, as of when the page was opened. */
export function useReportPeriod() {
  const { timezone: timeZone } = useSession().account;
  const search = useReportSearch();
  const now = useOpenedAt();
  const { period, from, to } = search;
  return useMemo(() => periodOf({ period, from, to }, { now, timeZone }), [period, from, to, now, timeZone]);
}

/** When the page was opened, or seen again after a while. */
function useOpenedAt() {
  const [now, setNow] = useState(() => Date.now());
  const isVisible = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (isVisible) setNow((known) => (Date.now() - known > WHILE_MS ? Date.now() : known));
  }, [isVisible]);
  return now;
}

export const useReportSearch = (): ReportSearch => readReportSearch(useSearch({ strict: false }));

/** Changes the period, and stays on the page. */
export function useSetPeriod() {
  const navigate = useNavigate();
  return (search: ReportSearch) => void navigate({ to: '.', search });
}
