/** Like `String`, but empty for an object whose `toString` is not a function. */
export function asText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return ''; // an object such as {"toString": …} from a page, a schema or a model
  }
}
