import type { ActiveInvitation, ActiveInvitations } from '@parley/contract';
import { judge } from '@parley/invitations';
import type { Invitations, Shell } from '../shell.ts';
import type { Bubble } from './bubble.ts';
import { contentOf } from './content.ts';
import { openHistory } from './history.ts';
import type { Impression, ServerApi } from './server-api.ts';
import { watchVisit } from './visit.ts';

const INTERVAL_MS = 1_000;

interface Current {
  rule: ActiveInvitation;
  impression: Impression;
  /** When it was shown. */
  at: string;
}

/** Shows an invitation when a rule says so, one at a time. */
export function createInviter(shell: Shell, api: ServerApi, { rules, country }: ActiveInvitations): Invitations {
  const { config, memory, root, state, window: page } = shell;
  const launcher = root.querySelector('.launcher') as HTMLElement;
  const history = openHistory(shell);
  const visit = watchVisit(shell, history, () => consider({ exit: true }));
  let bubble: Bubble | undefined;
  let current: Current | undefined;
  /** Fired before an invitation could be shown. */
  let early: string | undefined;

  function consider(news: { exit?: boolean; event?: string } = {}) {
    // An agent wrote first.
    if (current && state.unread) end(current);
    const now = Date.now();
    const event = news.event ?? early ?? null;
    const moment = { ...visit.read(now), country, ...news, event };
    early = isTime() ? undefined : (news.event ?? early);
    if (current || page.document.hidden || !isTime()) return;
    const judged = judge(moment, rules, now).rules;
    const rule = rules[judged.findIndex(({ shows }) => shows)];
    // What can't be loaded is not shown, and not tried again on this page.
    if (rule) show(rule, new Date(now).toISOString()).catch(() => {});
  }

  /** The launcher is there, it is known whether somebody would answer, and the chat won't open by itself first. */
  function isTime() {
    const { auto_open_seconds } = shell.device();
    return !launcher.hidden && state.online !== null && !(auto_open_seconds && memory.get('open') === undefined);
  }

  async function show(rule: ActiveInvitation, at: string) {
    const isHeldOut = history.isHeldOut(rule.id, rule.holdout_percent);
    const impression = { impression_id: createId(), invitation: rule.id };
    history.add({ rule_id: rule.id, at, dismissed: false, ...(isHeldOut && { isHeldOut }) });
    memory.set('impression', impression.impression_id, config.tracking);
    if (isHeldOut) return api.report(impression, 'held_out');
    current = { rule, impression, at };
    if (rule.action === 'bubble') await showBubble(rule);
    else if (rule.action === 'badge') shell.setBadge(1);
    else {
      offer(rule);
      shell.setOpen(true, 'itself');
    }
    api.report(impression, 'shown');
  }

  async function showBubble(rule: ActiveInvitation) {
    const { createBubble } = await import('./bubble.ts');
    bubble ??= createBubble(shell, { onOpen: () => accept(), onReply: accept, onDismiss: dismiss });
    // The visitor may have opened the chat meanwhile.
    if (current?.rule === rule) bubble.show(contentOf(shell, rule));
  }

  function offer(rule: ActiveInvitation, reply?: string) {
    const { sender, ...content } = contentOf(shell, rule);
    shell.dispatch((chat) => chat.offer({ ...content, agentId: sender?.id ?? null }, reply));
  }

  /** Opens the chat, with a reply to the invitation or without. */
  function accept(reply?: string) {
    if (!current) return;
    const { rule, impression } = end(current);
    api.report(impression, 'opened');
    if (reply) api.report(impression, 'clicked');
    offer(rule, reply);
    shell.setOpen(true, 'visitor');
  }

  function dismiss() {
    if (!current) return;
    const { rule, impression, at } = end(current);
    history.addDismissal({ rule_id: rule.id, at, dismissed: true });
    api.report(impression, 'dismissed');
  }

  function end(ended: Current) {
    current = undefined;
    bubble?.hide();
    if (ended.rule.action === 'badge') shell.setBadge(state.unread);
    return ended;
  }

  /** The visitor opens the chat by the launcher, or closes one that opened by itself. */
  function onOpenChange() {
    if (!current) return;
    const opensItself = current.rule.action === 'open';
    if (state.open && !opensItself) return accept();
    if (state.open || !opensItself) return;
    const hasAnswered = Number(memory.get('wrote') ?? 0) >= Date.parse(current.at);
    if (hasAnswered) end(current);
    else dismiss();
  }

  new MutationObserver(onOpenChange).observe(launcher.parentElement as Element, { attributeFilter: ['data-open'] });
  setInterval(consider, INTERVAL_MS);
  return { trigger: (event) => consider({ event }) };
}

/** 22 characters. */
function createId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);
}
