import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../data/api.ts';
import { hasRole, useSession } from '../../data/session.ts';
import { useFirstStepsTexts } from '../../locales/pages/first-steps.ts';
import styles from './first-steps.module.css';

/** Says that nothing is sent without a mail server. Only the owner may know of it and set it up. */
export function MailServerHint() {
  const texts = useFirstStepsTexts();
  const isOwner = hasRole(useSession(), 'owner');
  const { data } = useQuery({ queryKey: ['mail'], queryFn: () => api.mail.read(), enabled: isOwner });
  if (!isOwner) return texts.mailNeedsServer;
  if (data?.smtp !== null) return null;
  return (
    <>
      {texts.noMailServer}{' '}
      <Link to="/settings/mail" className={styles.inlineLink}>
        {texts.setUpMail}
      </Link>
    </>
  );
}
