const MAX_LINE_CHARS = 1_000;

/** Formats text as a single log line: removes control characters, line breaks and invisible direction marks. */
export function logLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ');
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}…` : line;
}
