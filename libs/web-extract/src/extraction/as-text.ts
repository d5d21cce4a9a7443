/** As `String` writes it; nothing for an object whose own `toString` is none. */
export function asText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return ''; // a page, a schema or a model wrote {"toString": …}
  }
}
