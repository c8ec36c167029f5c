import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { FullPage } from '../failure/full-page.tsx';
import { useTexts } from '../locales/locale.tsx';
import { reloadOnce } from './release.ts';

/** In place of a screen whose code is gone with the release before: the page is loaded anew, and leads there. */
export function OutdatedScreen({ build }: { build: string }) {
  const { release } = useTexts();
  useEffect(() => reloadOnce(build), [build]);
  return (
    <FullPage
      title={release.goneHeading}
      heading={release.goneHeading}
      actions={<Button onClick={() => location.reload()}>{release.reload}</Button>}
    >
      {release.gone}
    </FullPage>
  );
}
