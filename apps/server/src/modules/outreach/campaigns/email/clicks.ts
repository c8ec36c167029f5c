import type { FastifyInstance } from 'fastify';
import { type Limits, networkOf, refuseOver } from '../../../../kernel/auth/limits.ts';
import type { Services } from '../../../../kernel/module.ts';
import { sendInvalidLink } from '../../../people/subscriptions/index.ts';
import { readClickLink } from './click-links.ts';
import { recordClick } from './store.ts';

/** The token is of one person: it goes to no other site and to no cache. */
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

/** The links of e-mails whose clicks are counted. */
export function serveClicks(http: FastifyInstance, { unitOfWork, limits }: Services & { limits: Limits }) {
  http.route({
    method: ['GET', 'HEAD'],
    url: '/l/:token',
    async handler(request, reply) {
      await limits.refuseTooManyRefusals(request.ip);
      refuseOver(await limits.count('network', 'read', networkOf(request.ip)));
      const { token } = request.params as { token: string };
      const click = await unitOfWork.read((work) => readClickLink(work, token));
      if (!click) {
        limits.countRefusal(request.ip);
        return sendInvalidLink(request, reply);
      }
      const { widgetId, sendId, recipientId, url } = click;
      if (request.method === 'GET') {
        await unitOfWork.write({}, (work) => recordClick({ ...work, widgetId }, sendId, recipientId));
      }
      return reply.headers(HEADERS).redirect(url, 302);
    },
  });
}
