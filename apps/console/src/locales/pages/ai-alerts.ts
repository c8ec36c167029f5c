import { aiAlerts as en } from '../en/ai-alerts.ts';
import { aiAlerts as ru } from '../ru/ai-alerts.ts';
import { pageTexts } from './page-texts.ts';

export const useAiAlertsTexts = pageTexts({ en, ru });
