import { bareHost, hostWithPort, splitUrl } from '../../../web/scope/split-url.js';

/** Site of URLs without a host; not empty, because Redis keys are split at blanks. */
const NO_SITE = '-';
const DEFAULT_PORT = /:(?:80|443)$/;

/** The site of a host: similar URLs have the same one. @param host with its port */
export const siteOf = (host: string): string => bareHost(host.replace(DEFAULT_PORT, ''));

export const siteOfUrl = (url: string): string => {
  const host = hostOf(url);
  return host === null ? NO_SITE : siteOf(host);
};

/** True if a URL is at one of the hosts. @param hosts with their ports; null: all */
export function isAtHosts(url: string, hosts: readonly string[] | null): boolean {
  if (hosts === null) return true;
  const host = hostOf(url);
  return host !== null && hosts.includes(host);
}

function hostOf(url: string): string | null {
  const parts = splitUrl(url);
  return parts && hostWithPort(parts);
}
