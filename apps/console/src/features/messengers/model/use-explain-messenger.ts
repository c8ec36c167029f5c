import { ParleyProblem } from '@parley/sdk';
import { useMessengerAccountsTexts } from '../../../locales/pages/messenger-accounts.ts';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';

/** Returns a text for what a change of a messenger is refused with. */
export function useExplainMessenger() {
  const texts = useMessengersTexts();
  const accounts = useMessengerAccountsTexts();
  const explain = useExplain();
  const known: Record<string, string> = {
    paid_plan_required: texts.needsPlan,
    messenger_taken: texts.taken,
    messenger_not_connected: texts.notConnectedAnyMore,
    already_connected: accounts.alreadyConnected,
    upstream_failed: accounts.vkAway,
    cabinet_slots_exhausted: accounts.noSlot,
    cabinet_suspended: accounts.suspended,
    avito_not_configured: accounts.errors.avito_not_configured,
  };
  return (error: unknown) => (error instanceof ParleyProblem && known[error.code ?? '']) || explain(error);
}
