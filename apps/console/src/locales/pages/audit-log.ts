import { auditLog as en } from '../en/audit-log.ts';
import { auditLog as ru } from '../ru/audit-log.ts';
import { pageTexts } from './page-texts.ts';

export const useAuditLogTexts = pageTexts({ en, ru });
