import { externalOperators as en } from '../en/external-operators.ts';
import { externalOperators as ru } from '../ru/external-operators.ts';
import { pageTexts } from './page-texts.ts';

export const useExternalOperatorsTexts = pageTexts({ en, ru });
