/**
 * Statuses of a server that failed for the moment: a later request may succeed (RFC 9110; 425: RFC 8470). Those of a busy server are among them.
 */
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Returns true for statuses after which a GET request is repeated. */
export const isTransientStatus = (statusCode: number): boolean => TRANSIENT.has(statusCode);
