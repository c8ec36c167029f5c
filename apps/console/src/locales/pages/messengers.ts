import { messengers as en } from '../en/messengers.ts';
import { messengers as ru } from '../ru/messengers.ts';
import { pageTexts } from './page-texts.ts';

export const useMessengersTexts = pageTexts({ en, ru });
