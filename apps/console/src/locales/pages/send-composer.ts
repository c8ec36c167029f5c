import { sendComposer as en } from '../en/send-composer.ts';
import { sendComposer as ru } from '../ru/send-composer.ts';
import { pageTexts } from './page-texts.ts';

export const useSendComposerTexts = pageTexts({ en, ru });
