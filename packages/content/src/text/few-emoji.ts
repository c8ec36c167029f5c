/** One to three emoji and nothing else. */
const FEW_EMOJI = /^(?:\p{RI}{2}|\p{ExtPict}(?:\ufe0f|\p{EMod}|\u200d\p{ExtPict})*){1,3}$/u;

/** Such messages are shown large. */
export const isFewEmoji = (text: string) => FEW_EMOJI.test(text);
