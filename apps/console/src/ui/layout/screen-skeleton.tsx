import { Skeleton } from '@mantine/core';
import { Screen } from './screen.tsx';

/** Shown while the code or the data of a screen loads. */
export function ScreenSkeleton() {
  return (
    <Screen>
      <Skeleton width={240} height={24} my={4} />
      <Skeleton width={320} height={16} mt="md" maw="100%" />
      <Skeleton height={180} mt="xl" radius="lg" />
    </Screen>
  );
}
