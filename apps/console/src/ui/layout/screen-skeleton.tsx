import { Skeleton } from '@mantine/core';
import { Screen } from './screen.tsx';

/** A screen while its code or its data is on the way. */
export function ScreenSkeleton() {
  return (
    <Screen>
      <Skeleton width={240} height={24} my={4} />
      <Skeleton width={320} height={16} mt="md" maw="100%" />
      <Skeleton height={180} mt="xl" radius="lg" />
    </Screen>
  );
}
