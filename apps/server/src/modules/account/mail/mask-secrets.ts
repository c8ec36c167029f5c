const MASK = '•••';

/**
 * Hides what a mail's reader could act with: links keep their host only, six-digit codes and long tokens nothing. The
 * owner sees what is sent, without being able to reset a password or to join in someone's name.
 */
export function maskSecrets(text: string) {
  return text
    .replace(/\b(https?:\/\/[^\s/?#]+)[/?#]\S+/gi, `$1/${MASK}`)
    .replace(/(?<![\w-])[\w-]{24,}(?![\w-])/g, (token) => (/\d/.test(token) ? MASK : token))
    .replace(/(?<!\d)\d{6}(?!\d)/g, MASK);
}
