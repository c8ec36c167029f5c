import type { AuditAction, AuditEntry } from '@parley/contract';
import { Link, type LinkProps } from '@tanstack/react-router';
import { hasRole, useSession } from '../../data/session.ts';
import { useAuditLogTexts } from '../../locales/pages/audit-log.ts';
import styles from './audit-log.module.css';

interface SubjectLinkProps {
  entry: AuditEntry;
  /** Whether it exists no longer. */
  isGone: boolean;
}

/** The name of what was changed, with a link where it has a page. */
export function SubjectLink({ entry, isGone }: SubjectLinkProps) {
  const texts = useAuditLogTexts();
  const isOwner = hasRole(useSession(), 'owner');
  const name = entry.subject.name ?? texts.unnamed[entry.subject.type];
  const page = isGone ? undefined : pageOf(entry, isOwner);
  if (!page) return <strong>{name}</strong>;
  return (
    <Link className={styles.link} {...page}>
      {name}
    </Link>
  );
}

function pageOf({ action, subject: { type, id }, after }: AuditEntry, isOwner: boolean): LinkProps | undefined {
  switch (type) {
    case 'agent':
      return { to: '/settings/team/$agentId', params: { agentId: String(id) } };
    case 'invitation':
      return { to: '/settings/team' };
    case 'department':
      return { to: '/settings/departments/$departmentId', params: { departmentId: String(id) } };
    case 'token':
      return { to: '/settings/developers/tokens/$id', params: { id: Number(id) } };
    case 'webhook':
      return { to: '/settings/developers/webhooks/$id', params: { id: Number(id) } };
    case 'channel':
      return { to: '/settings/developers/channels/$id', params: { id: Number(id) } };
    case 'contact':
      return id === null ? undefined : { to: '/contacts/$contactId', params: { contactId: String(id) } };
    case 'broadcast':
      return { to: '/outreach/broadcasts/$id', params: { id: Number(id) } };
    case 'account':
      if (after && 'two_factor_required' in after) return { to: '/settings/security' };
      return isOwner ? { to: '/settings/account' } : undefined;
    case 'widget':
      if (after && 'domains' in after) return { to: '/settings/widget', search: { tab: 'install' } };
      return { to: action === 'widget.access_updated' ? '/settings/developers' : '/settings/widget' };
    default:
      return undefined;
  }
}

const ENDS: readonly AuditAction[] = [
  'agent.removed',
  'invitation.withdrawn',
  'department.removed',
  'webhook.removed',
  'channel.removed',
  'contact.erased',
  'suppression.removed',
  'broadcast.removed',
  'campaign.removed',
];

/** The subjects that no longer exist. Entries are newest first, so a removal is loaded before what it makes obsolete. */
export function findGone(entries: AuditEntry[]): ReadonlySet<string> {
  return new Set(entries.filter(({ action }) => ENDS.includes(action)).map(keyOf));
}

export const keyOf = ({ subject: { type, id } }: AuditEntry) => `${type} ${id}`;
