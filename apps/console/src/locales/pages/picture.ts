import { picture as en } from '../en/picture.ts';
import { picture as ru } from '../ru/picture.ts';
import { pageTexts } from './page-texts.ts';

export const usePictureTexts = pageTexts({ en, ru });
