import type { ReactNode } from 'react';
import { isAddress } from '../../../../ui/form/is-address.ts';

/** A page of the site in a tab of its own; nothing for what is no address. */
export function PageLink({ address, children }: { address: string | null; children: ReactNode }) {
  if (address === null || !isAddress(address)) return null;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
