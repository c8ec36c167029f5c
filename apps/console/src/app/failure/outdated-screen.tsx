import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { reloadOnce } from '../../data/release.ts';
import { useTexts } from '../../locales/locale.tsx';
import { FullPage } from './full-page.tsx';

/** Replaces a screen whose code belongs to an older release, and reloads the page. */
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
