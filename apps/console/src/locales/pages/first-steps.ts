import { firstSteps as en } from '../en/first-steps.ts';
import { firstSteps as ru } from '../ru/first-steps.ts';
import { pageTexts } from './page-texts.ts';

export const useFirstStepsTexts = pageTexts({ en, ru });
