/** Names that are never public: RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, and common conventions. */
const REFUSED_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'svc',
  'home.arpa',
  'host.docker.internal',
];

/**
 * True if a lower-case host name is refused without a DNS lookup. Single labels are refused, because they are local
 * names.
 */
export function isRefusedName(hostname: string): boolean {
  if (!hostname.includes('.')) return true;
  return REFUSED_SUFFIXES.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`));
}

/** True for a valid DNS name with two or more labels. Accepts underscores and outer hyphens, which exist on the Web. */
export function isDottedName(hostname: string): boolean {
  return hostname.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(hostname);
}
