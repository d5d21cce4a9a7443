/** Names that never lead to the open Internet: RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, and common habits. */
const REFUSED_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'svc',
  'home.arpa',
  'host.docker.internal',
];

/** Whether a lower-case host name is refused before any look-up. Single labels are: they name neighbours. */
export function isRefusedName(hostname: string): boolean {
  if (!hostname.includes('.')) return true;
  return REFUSED_SUFFIXES.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`));
}

/** Two or more labels as DNS carries them. Lenient with underscores and outer hyphens, which exist on the Web. */
export function isDottedName(hostname: string): boolean {
  return hostname.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(hostname);
}
