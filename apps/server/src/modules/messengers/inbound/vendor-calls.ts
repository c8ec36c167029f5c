import type { BackgroundServices } from '../../../kernel/module.ts';
import { type Connection, lineTo, type VendorLine } from '../connections/index.ts';

interface Caller {
  services: BackgroundServices;
  connection: Connection;
  signal?: AbortSignal;
}

export async function callVendor<T>(
  { services, connection, signal }: Caller,
  call: (line: VendorLine) => Promise<T>,
): Promise<T> {
  const { unitOfWork } = services;
  return call(await unitOfWork.read(async (work) => lineTo(work, services, connection, { signal })));
}
