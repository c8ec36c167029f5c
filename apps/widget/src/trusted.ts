/** To go with a policy of the page that trusts no address of a script by itself. */
const POLICY = 'parley';

interface Factory {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): string };
}

/** An address as a page wants it that trusts no text. */
export function trusted(inner: Window, address: string) {
  const { trustedTypes } = inner as { trustedTypes?: Factory };
  const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: (given: string) => given });
  return policy?.createScriptURL(address) ?? address;
}
