import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../locales/locale.tsx';
import { FullPage } from './full-page.tsx';

export function NotFound() {
  const { failures } = useTexts();
  return (
    <FullPage
      title={failures.missingTitle}
      heading={failures.missingHeading}
      actions={<Button renderRoot={(props) => <Link to="/" {...props} />}>{failures.home}</Button>}
    >
      {failures.missing}
    </FullPage>
  );
}
