import type { MessengerSettings } from '../../../infra/messenger-settings.ts';
import type { Outbound } from '../../../infra/outbound/outbound.ts';
import type { UnitOfWork } from '../../../kernel/data/context.ts';
import { type Connection, lineTo, markRejected } from '../connections/index.ts';
import { type Access, driverOf, VendorRefusal } from '../drivers/index.ts';

interface Tools {
  unitOfWork: UnitOfWork;
  outbound: Outbound;
  messengers: MessengerSettings;
}

/** Calls of one connection. Once the credential is rejected, nothing more is sent through it. */
export function openLine(tools: Tools, connection: Connection, options?: Parameters<typeof lineTo>[3]) {
  return {
    driver: driverOf(connection),
    async call<T>(act: (access: Access) => Promise<T>): Promise<T> {
      const { access } = await tools.unitOfWork.read(async (work) => lineTo(work, tools, connection, options));
      try {
        return await act(access);
      } catch (error) {
        if (!(error instanceof VendorRefusal)) throw error;
        if (error.verdict.kind === 'auth') await markRejected(tools, connection, error);
        throw error;
      }
    },
  };
}

export type Line = ReturnType<typeof openLine>;
