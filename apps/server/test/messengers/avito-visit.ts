import { dashboard } from '@parley/contract';
import type { Call } from '../call.ts';
import type { startAvito } from './avito.ts';
import type { Seller } from './avito-oauth.ts';

/** Goes to Avito's page as a seller and allows what it asks: what the browser comes back with. */
export async function visitAvito(avito: Awaited<ReturnType<typeof startAvito>>, call: Call, seller: Seller) {
  const { url } = (await call(dashboard.avitoConnection.connect)).data;
  avito.signIn(seller);
  const { headers } = await fetch(url, { redirect: 'manual' });
  return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
}
