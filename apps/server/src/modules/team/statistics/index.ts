export { forgetChats } from './forgetting.ts';
export { ofAgent } from './service.ts';
export { trendOfAgent } from './trends.ts';
