import { useInvitationResultsTexts } from '../../../../locales/pages/invitation-results.ts';
import { useFormats } from '../../../../ui/report/figures/use-formats.ts';
import type { Column } from '../../../../ui/report/tables/report-table.tsx';
import type { Funnel } from '../model/invitation-queries.ts';
import { useFormatLift } from '../model/use-format-lift.ts';

type Row = Funnel['rules'][number];
type Counted = 'shown' | 'opened' | 'clicked' | 'wrote' | 'dismissed' | 'held_out' | 'held_out_wrote';

const rounded = (share: number) => Math.round(share * 1_000) / 10;

/** What became of each rule's invitations. */
export function useFunnelColumns(): Column<Row>[] {
  const texts = useInvitationResultsTexts();
  const { count, share } = useFormats();
  const { points } = useFormatLift();
  const counted = (name: Counted): Column<Row> => ({
    ...texts.terms[name],
    value: (row) => row[name],
    print: (row) => count(row[name]),
  });
  const nameOf = ({ deleted, name }: Row) => (deleted ? texts.deleted(name) : name);
  return [
    { name: texts.rule, value: nameOf, isText: true },
    counted('shown'),
    counted('opened'),
    counted('clicked'),
    counted('wrote'),
    {
      ...texts.terms.wrote_share,
      value: ({ wrote, shown }) => (shown ? rounded(wrote / shown) : null),
      print: ({ wrote, shown }) => share(wrote, shown),
    },
    counted('dismissed'),
    counted('held_out'),
    counted('held_out_wrote'),
    {
      ...texts.terms.lift,
      value: ({ lift }) => lift && rounded(lift.value),
      print: ({ lift }) => (lift ? points(lift.value) : '–'),
    },
  ];
}
