export { type Client, type ClientOptions, createClient } from './client.ts';
export type * from './contract.ts';
export type { Feed, FeedEvent, FollowOptions } from './feed.ts';
export { ParleyProblem } from './problem.ts';
export {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastifyWebhook,
  fetchWebhook,
  type NodeRequest,
  type NodeResponse,
  nodeWebhook,
} from './webhooks/adapters.ts';
export type { SeenEvents, WebhookOptions } from './webhooks/handle.ts';
export {
  type ReceivedWebhook,
  receiveWebhook,
  type TestEvent,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookRejection,
} from './webhooks/receive.ts';
export { type SignedDelivery, verifyWebhook } from './webhooks/verify.ts';
