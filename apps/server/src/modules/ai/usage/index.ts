export { count, exceededBudget, spentToday } from './service.ts';
