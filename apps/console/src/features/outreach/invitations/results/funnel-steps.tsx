import { useInvitationResultsTexts } from '../../../../locales/pages/invitation-results.ts';
import { BarList } from '../../../../ui/report/charts/bar-list.tsx';
import { useFormats } from '../../../../ui/report/figures/use-formats.ts';
import type { Funnel } from '../model/invitation-queries.ts';

const STEPS = ['shown', 'opened', 'wrote', 'dismissed', 'held_out'] as const;

/** From being shown an invitation to writing; beside it those who dismissed it and those who saw nothing. */
export function FunnelSteps({ totals }: { totals: Funnel['totals'] }) {
  const texts = useInvitationResultsTexts();
  const { count, share } = useFormats();
  const { shown } = totals;
  const hasShare = (step: (typeof STEPS)[number]) => step !== 'shown' && step !== 'held_out' && shown > 0;
  return (
    <BarList
      title={texts.steps}
      message={texts.stepsMessage(share(totals.wrote, shown))}
      items={STEPS.map((step) => ({
        key: step,
        name: texts.terms[step].name,
        value: totals[step],
        label: hasShare(step) ? `${count(totals[step])} · ${share(totals[step], shown)}` : count(totals[step]),
      }))}
    />
  );
}
