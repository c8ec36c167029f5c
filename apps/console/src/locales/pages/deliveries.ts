import { deliveries as en } from '../en/deliveries.ts';
import { deliveries as ru } from '../ru/deliveries.ts';
import { pageTexts } from './page-texts.ts';

export const useDeliveriesTexts = pageTexts({ en, ru });
