import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { type Limits, networkOf, refuseOver } from '../../../kernel/auth/limits.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import type { Services } from '../../../kernel/module.ts';
import * as widgets from '../../account/widgets/index.ts';
import { type Language, type Link, pathOf, readLink } from './links.ts';
import { subscriptionPage } from './page.ts';
import { confirm, isUnsubscribed, resubscribe, unsubscribe } from './service.ts';
import type { PageName } from './texts.ts';

const MAX_BYTES = 16_384;
const PER_LINK = { limit: 30, seconds: 60 };

/** The token is the credential: it goes to no other site, to no cache and to no search engine. */
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

/** A link to confirm consent is valid for a week, one to unsubscribe for ever. */
const CONFIRM_SECONDS = 7 * 24 * 3_600;

/**
 * The pages behind links in e-mails. Opening one changes nothing, since programs that check mails open links; a POST does, by
 * the button or, to unsubscribe, by a mail client (RFC 8058).
 */
export function serveLinks(http: FastifyInstance, { unitOfWork, limits }: Services & { limits: Limits }) {
  const perLink = limits.counter('subscription link', PER_LINK.limit, PER_LINK.seconds);

  async function find(request: FastifyRequest, kind: Link['kind']) {
    await limits.refuseTooManyRefusals(request.ip);
    refuseOver(await limits.count('network', request.method === 'POST' ? 'write' : 'read', networkOf(request.ip)));
    const { token } = request.params as { token: string };
    const link = await unitOfWork.read((work) => readValidLink(work, kind, token));
    if (!link) limits.countRefusal(request.ip);
    else refuseOver(await perLink.add(`${link.widgetId} ${link.hash.toString('base64url')}`));
    return link;
  }

  async function change(link: Link, run: (ctx: InWidget, link: Link) => Promise<unknown>) {
    const { widgetId } = link;
    const widget = await unitOfWork.read((work) => widgets.find(work, widgetId));
    if (!widget) return false;
    const tenant = { widgetId, accountId: widget.account_id, buttonGuid: widget.button_guid };
    return unitOfWork.write({ tenant }, (work) => run({ ...work, widgetId }, link));
  }

  async function sendPage(reply: FastifyReply, { widgetId, language, address }: Link, name: PageName) {
    const from = await unitOfWork.read((work) => findName({ ...work, widgetId }));
    return send(reply, 200, subscriptionPage({ name, language, address, from }));
  }

  async function showUnsubscribing(request: FastifyRequest, reply: FastifyReply) {
    const link = await find(request, 'unsubscribe');
    if (!link) return sendInvalid(request, reply);
    const isDone = await unitOfWork.read((work) => isUnsubscribed({ ...work, widgetId: link.widgetId }, link));
    return sendPage(reply, link, isDone ? 'unsubscribed' : 'ask');
  }

  async function changeSubscription(request: FastifyRequest, reply: FastifyReply) {
    const link = await find(request, 'unsubscribe');
    if (!link) return sendInvalid(request, reply);
    const isBack = (await readAction(request)) === 'resubscribe';
    await change(link, isBack ? resubscribe : unsubscribe);
    return sendPage(reply, link, isBack ? 'resubscribed' : 'unsubscribed');
  }

  async function showConfirming(request: FastifyRequest, reply: FastifyReply) {
    const link = await find(request, 'confirm');
    return link ? sendPage(reply, link, 'confirm') : sendInvalid(request, reply);
  }

  async function confirmConsent(request: FastifyRequest, reply: FastifyReply) {
    const link = await find(request, 'confirm');
    if (!link || !(await change(link, confirm))) return sendInvalid(request, reply);
    return sendPage(reply, link, 'confirmed');
  }

  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    const add = (kind: Link['kind'], show: RouteHandlerMethod, act: RouteHandlerMethod) => {
      scope.route({ method: ['GET', 'HEAD'], url: pathOf(kind), handler: show });
      scope.route({ method: 'POST', url: pathOf(kind), bodyLimit: MAX_BYTES, handler: act });
    };
    add('unsubscribe', showUnsubscribing, changeSubscription);
    add('confirm', showConfirming, confirmConsent);
  });
}

async function readValidLink(work: Read, kind: Link['kind'], token: string) {
  const link = await readLink(work, kind, token);
  const isOld = link && link.issuedAt + CONFIRM_SECONDS < work.now.epochMilliseconds / 1_000;
  return kind === 'confirm' && isOld ? undefined : link;
}

/** As visitors know the widget; a widget without settings has no name. */
async function findName(work: InWidget<Read>) {
  const settings = await widgets.readSettings(work, work.widgetId).catch(() => undefined);
  return settings?.widget_name || undefined;
}

/** Of a form, in either encoding. Anything else is the one-click request of a mail client. */
async function readAction({ headers, body }: FastifyRequest) {
  const type = headers['content-type'];
  if (!type || !Buffer.isBuffer(body)) return undefined;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  return form?.get('action');
}

export function sendInvalid({ headers }: FastifyRequest, reply: FastifyReply) {
  const language: Language = /^ru\b/i.test(headers['accept-language'] ?? '') ? 'ru' : 'en';
  return send(reply, 404, subscriptionPage({ name: 'invalid', language, address: '', from: undefined }));
}

function send(reply: FastifyReply, status: number, { text, policy }: ReturnType<typeof subscriptionPage>) {
  return reply
    .code(status)
    .headers({ ...HEADERS, 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(text);
}
