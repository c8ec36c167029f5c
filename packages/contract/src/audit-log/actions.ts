/** What the audit log records, by the type of its subject. A route declares its action; the console has a text for each. */
const actionsBySubject = {
  account: ['updated'],
  agent: [
    'created',
    'joined',
    'updated',
    'role_changed',
    'suspended',
    'restored',
    'removed',
    'avatar_changed',
    'avatar_removed',
    'email_changed',
    'password_changed',
    'password_reset',
    'two_factor_enabled',
    'two_factor_disabled',
  ],
  invitation: ['created', 'sent_again', 'withdrawn'],
  department: ['created', 'updated', 'removed'],
  widget: ['created', 'updated', 'access_updated', 'identity_key_renewed', 'sample_data_added', 'sample_data_removed'],
  quick_phrase: ['created', 'updated', 'imported', 'removed'],
  token: ['created', 'updated', 'revoked'],
  webhook: ['created', 'updated', 'secret_rotated', 'replayed', 'removed'],
  channel: ['created', 'updated', 'secret_rotated', 'replayed', 'removed'],
  messenger: ['connected', 'updated', 'verified', 'disconnected'],
  ai: ['settings_updated', 'persona_imported', 'persona_migrated', 'phrases_updated'],
  assistant: ['created', 'updated', 'removed'],
  ai_credential: ['created', 'updated'],
  ai_operator: ['created', 'updated', 'removed'],
  external_operator: ['created', 'updated', 'state_changed', 'secret_rotated', 'removed'],
  kb_rule: ['created', 'updated', 'removed', 'source_removed'],
  kb_upload: ['created', 'removed'],
  kb_crawler: ['updated', 'removed', 'undone'],
  broadcast: ['created', 'updated', 'started', 'removed'],
  campaign: ['created', 'updated', 'started', 'removed'],
  invitation_rule: ['created', 'updated', 'removed'],
  invitation_template: ['created', 'removed'],
  contact: ['imported', 'blocked', 'unblocked', 'merged', 'erased'],
  suppression: ['created', 'removed'],
} as const;

type Subjects = typeof actionsBySubject;

export type AuditSubject = keyof Subjects;

/** `noun.past`: the noun is the type of the subject. */
export type AuditAction = { [Type in AuditSubject]: `${Type}.${Subjects[Type][number]}` }[AuditSubject];

export const auditSubjects = Object.keys(actionsBySubject) as AuditSubject[];

export const auditActions = auditSubjects.flatMap((type) =>
  actionsBySubject[type].map((name) => `${type}.${name}` as AuditAction),
);

/** Entries about them have neither name nor values: nothing of an erased contact may remain. */
export const personalSubjects: readonly AuditSubject[] = ['contact', 'suppression'];

export const subjectOf = (action: AuditAction) => action.split('.')[0] as AuditSubject;
