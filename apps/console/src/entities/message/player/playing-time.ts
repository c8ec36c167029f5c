const two = (part: number) => String(part).padStart(2, '0');

/** Seconds as `1:05`. */
export function playingTime(seconds: number) {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor(whole / 60) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}
