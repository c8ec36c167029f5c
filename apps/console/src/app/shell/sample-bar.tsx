import { Suspense } from 'react';
import { useSampleData } from '../../data/sample-data.ts';
import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

const SampleNotice = lazyScreen(() => import('./sample-notice.tsx'), 'SampleNotice');

/** Marks an account with sample data, until the owner removes it. */
export function SampleBar() {
  const sample = useSampleData();
  if (!sample?.contacts) return null;
  return (
    <Suspense>
      <SampleNotice />
    </Suspense>
  );
}
