/** Text of a stack trace, or a path of this machine. */
const TRACE = /\n\s+at |node_modules|\/work\/|\/src\/[\w/-]+\.ts|dist\/cjs|file:\/\/\/[^e]/;
/** Errors that are answered with 500 and name their cause. */
const NAMED = /"code":\s*"[A-Z_]+"|^[A-Z_]+: /;
/** An error of the reader at `/r`, which answers as text. */
const TEXT_ERROR = /^[A-Z_]+: .{1,5000}\n/;

/** What is wrong with an answer; null when nothing is. */
export function faultOf({ method, status, text, type }) {
  if (/UNKNOWN_ERROR/.test(text)) return `UNKNOWN_ERROR: ${text.slice(0, 300)}`;
  if (status >= 500 && !NAMED.test(text)) return `status ${status}: ${text.slice(0, 300)}`;
  if (status < 400) return null;
  if (method === 'HEAD') return null;
  if (TRACE.test(text)) return `a stack or a path in the answer: ${text.slice(0, 300)}`;
  if (type.startsWith('text/plain') && TEXT_ERROR.test(text)) return null;
  if (!type.includes('json')) return text === '' ? null : `an error that is no JSON: ${text.slice(0, 200)}`;
  return shapeFaultOf(text);
}

function shapeFaultOf(text) {
  try {
    const { success, error, code, details } = JSON.parse(text);
    if (success !== undefined && success !== false) return `success is ${success}: ${text.slice(0, 200)}`;
    if (typeof error !== 'string' || error.length > 5_000) return `no error message: ${text.slice(0, 200)}`;
    if (code !== undefined && typeof code !== 'string') return `code is no string: ${text.slice(0, 200)}`;
    if (details !== undefined && !Array.isArray(details)) return `details is no list: ${text.slice(0, 200)}`;
    return null;
  } catch {
    return `an error that is no valid JSON: ${text.slice(0, 200)}`;
  }
}
