import { Button } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Unreachable } from '../../data/api.ts';
import { Outdated } from '../../data/release.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useExplain } from '../../ui/feedback/explain.ts';
import { FullPage } from './full-page.tsx';
import { OutdatedScreen } from './outdated-screen.tsx';

/** Errors that no screen handles. */
export function ErrorScreen(props: ErrorComponentProps) {
  return props.error instanceof Outdated ? <OutdatedScreen build={props.error.message} /> : <Failure {...props} />;
}

function Failure({ error, reset }: ErrorComponentProps) {
  const { failures } = useTexts();
  const explain = useExplain();
  const router = useRouter();
  const unreachable = error instanceof Unreachable || (error instanceof ParleyProblem && !error.code);
  const heading = unreachable ? failures.unreachableHeading : failures.crashHeading;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <FullPage
      title={heading}
      heading={heading}
      actions={
        <>
          <Button onClick={retry}>{failures.retry}</Button>
          <Button variant="default" onClick={() => location.reload()}>
            {failures.reload}
          </Button>
        </>
      }
    >
      {explain(error)}
    </FullPage>
  );
}
