const JAVASCRIPT =
  /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:jscript|livescript|javascript1\.[0-5]))$/;

/**
 * True if a script element contains data, such as JSON-LD, templates and import maps, and is never executed.
 * @see https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
 */
export function isDataScript({ type, language }: Readonly<Record<string, string | undefined>>): boolean {
  const kind = type ?? (language ? `text/${language}` : '');
  return kind !== '' && !JAVASCRIPT.test(kind.trim().toLowerCase());
}
