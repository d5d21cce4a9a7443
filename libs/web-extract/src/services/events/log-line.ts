const MAX_LINE_CHARS = 1_000;

/** One line whatever it is made of: no control characters, no line ends, no invisible ones that turn a line around. */
export function logLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ');
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}…` : line;
}
