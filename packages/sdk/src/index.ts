export type { ProblemCode } from '@parley/contract';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { ParleyProblem } from './problem.ts';
export { type SignedDelivery, verifyWebhook } from './webhook.ts';
