import { api } from '@parley/contract';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';

export const fixtures: Fixtures = {
  lists: [
    {
      route: api.mail.listOutbox,
      fill: ({ mail }, { widgetId }, names) =>
        inBatchesOfTen(names, (name) =>
          mail.send({ to: `${name}@example.test`, subject: name, text: 'Hello!', widgetId }),
        ),
    },
  ],
};
