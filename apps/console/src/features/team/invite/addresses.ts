/** Addresses in a text, without duplicates. "Maria <maria@example.com>" is one address, as mail programs copy it. */
export function readAddresses(text: string) {
  const found = new Map<string, string>();
  for (const part of text.split(/[,;\n]+/)) {
    const bracketed = /<([^<>]+)>/.exec(part)?.[1];
    for (const address of (bracketed ?? part).split(/\s+/)) {
      if (address && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), address);
    }
  }
  return [...found.values()];
}
