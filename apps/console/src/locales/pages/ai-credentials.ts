import { aiCredentials as en } from '../en/ai-credentials.ts';
import { aiCredentials as ru } from '../ru/ai-credentials.ts';
import { pageTexts } from './page-texts.ts';

export const useAiCredentialsTexts = pageTexts({ en, ru });
