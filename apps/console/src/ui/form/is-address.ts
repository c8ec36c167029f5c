/** A full URL. Which of them the server calls is its own decision. */
export function isAddress(text: string) {
  return /^https?:\/\/./i.test(text.trim()) && URL.canParse(text.trim());
}
