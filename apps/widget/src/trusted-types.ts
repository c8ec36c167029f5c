/** Sites whose policy lists Trusted Types policies have to add this one. */
const POLICY = 'parley';

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
}

/** The URL of a script, in the form that a page with Trusted Types requires. */
export function trustedScriptUrl(inner: Window, url: string) {
  const { trustedTypes } = inner as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: (given: string) => given });
  return policy?.createScriptURL(url) ?? url;
}
