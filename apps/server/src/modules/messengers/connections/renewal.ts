import type { Read, UnitOfWork } from '../../../kernel/data/context.ts';
import { authorization, isExpired, VendorRefusal } from '../drivers/index.ts';
import { exclusively } from './exclusive.ts';
import { open, seal } from './secrets.ts';
import type { Connection } from './store/connections.ts';
import * as store from './store/connections.ts';
import { type CallOptions, lineToStored, type VendorLine, type VendorTools } from './vendor-access.ts';

interface Tools extends VendorTools {
  unitOfWork: UnitOfWork;
}

/** The driver of a stored connection, with the way to call its vendor. A token that has expired is renewed by the first call. */
export function lineTo(
  work: Pick<Read, 'now' | 'vault' | 'publicUrl'>,
  tools: Tools,
  connection: Connection,
  options?: CallOptions,
): VendorLine {
  const { driver, access } = lineToStored(work, tools, connection, options);
  if (!driver.renew) return { driver, access };
  const renewing = { ...access };
  let current = connection;

  async function renew() {
    const renewed = await renewToken(tools, current);
    if (!renewed || renewed.token === current.token) return false;
    current = renewed;
    renewing.token = open(work.vault, renewed).token;
    return true;
  }

  renewing.call = async (request) => {
    const authorized = () => ({ ...request, headers: { ...request.headers, ...authorization(renewing) } });
    const isRenewed = isExpired(renewing.token, access.now) && (await renew());
    try {
      return await access.call(authorized());
    } catch (error) {
      const isOld = error instanceof VendorRefusal && error.verdict.kind === 'auth' && !isRenewed;
      if (!isOld || !(await renew())) throw error;
      return access.call(authorized());
    }
  };
  return { driver, access: renewing };
}

/** Stops everything that goes through the connection until it is verified or gets another credential. */
export async function markRejected(
  { unitOfWork }: Pick<Tools, 'unitOfWork'>,
  connection: Connection,
  { detail }: Pick<VendorRefusal, 'detail'>,
) {
  await unitOfWork.write({}, async (work) => {
    const now = work.now.toString();
    await store.update({ ...work, widgetId: connection.widget_id }, connection, {
      is_registered: false,
      reason: 'credential_rejected',
      detail,
      checked_at: now,
      rejected_at: connection.rejected_at ?? now,
      poll_due_at: null,
    });
    work.notify('messenger', connection.id);
  });
}

/**
 * A new token in the place of one that expired. One node asks for it: the vendor takes the old refresh token back. Returns
 * the connection as it is then, or undefined if it can't be renewed.
 */
async function renewToken(tools: Tools, connection: Connection): Promise<Connection | undefined> {
  const { unitOfWork } = tools;
  return exclusively(unitOfWork, connection.id, async () => {
    const current = await unitOfWork.read((work) =>
      store.find({ ...work, widgetId: connection.widget_id }, connection.id),
    );
    // Somebody else has renewed it meanwhile.
    if (!current || current.token !== connection.token) return current;
    const line = await unitOfWork.read(async (work) => lineToStored(work, tools, current));
    const renewed = await line.driver.renew?.(line.access);
    if (!renewed) return undefined;
    return unitOfWork.write({}, async (work) => {
      const { token, token_hash } = seal(work.vault, current, renewed);
      const updated = await store.update({ ...work, widgetId: current.widget_id }, current, { token, token_hash });
      work.notify('messenger', current.id);
      return updated;
    });
  });
}
