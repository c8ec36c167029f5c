/** Tokens a character: Latin letters, other alphabets, then syllables, ideographs and emoji. */
const LATIN = 0.25;
const ALPHABET = 0.4;
const DENSE = 1;

/** An estimate, for vendors that report no usage and for what is not sent yet. */
export function estimateTokens(text: string) {
  let tokens = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code < 0x250) tokens += LATIN;
    else tokens += code < 0x2e80 ? ALPHABET : DENSE;
  }
  return Math.ceil(tokens);
}
