/** Returns true for statuses that request a later retry (RFC 6585, RFC 9110). */
export function isBusyStatus(statusCode: number): boolean {
  return statusCode === 429 || statusCode === 503;
}
