import { useInviteTexts } from '../../locales/pages/invite.ts';
import { CopyIcon } from '../../ui/controls/copy-icon.tsx';
import styles from './invitation-link.module.css';

/** The link of an invitation, to copy. */
export function InvitationLink({ email, link }: { email: string; link: string }) {
  const texts = useInviteTexts();
  return (
    <div className={styles.link} dir="ltr">
      <code className={styles.address}>{link}</code>
      <CopyIcon value={link} label={texts.link(email)} />
    </div>
  );
}
