import type { Limits } from '../auth/limits.ts';
import type { AnyPrincipal } from '../auth/principal.ts';
import type { Caller, PublicContext, Read, WidgetContext } from './context.ts';
import { createCursors } from './pages.ts';

interface Options {
  limits: Limits;
  cursorKey: () => Buffer;
}

interface Request<P> {
  caller: Caller;
  principal: P;
  /** Names the route or call: a cursor is valid for it alone. */
  operation: string;
}

/** Makes the contexts of all requests, over HTTP and over sockets. */
export function createContexts({ limits, cursorKey }: Options) {
  return {
    anonymous: <Work extends Read>(work: Work, caller: Caller): PublicContext<Work> => ({ ...work, caller, limits }),

    inWidget<Work extends Read, P extends AnyPrincipal>(
      work: Work,
      { caller, principal, operation }: Request<P>,
    ): WidgetContext<Work, P> {
      const { widgetId, accountId } = principal.tenant;
      const cursors = createCursors(cursorKey(), operation, widgetId);
      return { ...work, caller, limits, principal, widgetId, accountId, cursors };
    },
  };
}

export type Contexts = ReturnType<typeof createContexts>;
