import { isPublicAddress } from './address-guard.js';
import { containsAddress, parseIpAddress, parseIpNetwork } from './ip-address.js';
import type { IpNetwork } from './ip-address.js';
import { parseUrl } from './parse-url.js';

/** Non-public addresses that may be fetched. Empty: none. */
export interface AllowList {
  readonly networks: readonly (IpNetwork & PortRule)[];
  readonly names: readonly (NameRule & PortRule)[];
}

interface PortRule {
  /** `null`: every port. */
  readonly port: number | null;
}

interface NameRule {
  readonly name: string;
  /** True for an entry `*.name`, which covers all subdomains, but not `name` itself. */
  readonly below: boolean;
}

export const NOTHING_ALLOWED: AllowList = { networks: [], names: [] };

/**
 * Parses the option `allowPrivate` or a similar one: `10.0.0.0/8`, `10.0.0.5`, `10.0.0.5:8080`, `fd00::/8`, `::1`,
 * `[::1]:8080`, `intranet`, `intranet:8080`, `*.corp.example`, `*.corp.example:8080`.
 *
 * A name covers every address it resolves to; a network covers every name that resolves into it, except names that are
 * always refused (`localhost`, single labels …), which must be listed themselves.
 * @throws Error with the entry and the reason
 */
export function parseAllowList(entries: readonly string[], option = 'allowPrivate'): AllowList {
  const rules = entries.map((entry) => parseEntry(entry, option));
  return {
    networks: rules.filter((rule) => 'bytes' in rule),
    names: rules.filter((rule) => 'name' in rule),
  };
}

/** True if the name itself is listed for this port. */
export function listsName(list: AllowList, hostname: string, port: number): boolean {
  return list.names.some((rule) => portMatches(rule, port) && nameMatches(rule, hostname));
}

/** True if the host of a URL is listed by its name or IP address. */
export function listsHost(list: AllowList, hostname: string, port: number): boolean {
  if (listsName(list, hostname, port)) return true;
  const bytes = parseIpAddress(hostname);
  return (
    bytes !== null && list.networks.some((rule) => portMatches(rule, port) && containsAddress(rule, bytes))
  );
}

/** True if a connection to `address`, resolved from `hostname`, is allowed: it is public or covered by an entry. */
export function isAllowedAddress(list: AllowList, hostname: string, address: string, port: number): boolean {
  if (isPublicAddress(address)) return true;
  const bytes = parseIpAddress(address);
  if (bytes === null) return false;
  if (listsName(list, hostname, port)) return true;
  return list.networks.some((rule) => portMatches(rule, port) && containsAddress(rule, bytes));
}

function portMatches(rule: PortRule, port: number): boolean {
  return rule.port === null || rule.port === port;
}

function nameMatches(rule: NameRule, hostname: string): boolean {
  return rule.below ? hostname.endsWith(`.${rule.name}`) : hostname === rule.name;
}

function parseEntry(entry: string, option: string): (IpNetwork & PortRule) | (NameRule & PortRule) {
  const text = entry.trim();
  const whole = parseIpNetwork(text); // first, because a bare IPv6 address is full of colons
  if (whole !== null) return { ...whole, port: null };
  const refuse = (why: string) => new Error(`${option}: cannot read '${entry}': ${why}`);
  const { host, port } = splitPort(text, refuse);
  const network = host.includes('/') ? null : parseIpNetwork(unbracketed(host));
  return network === null ? { ...parseName(host, refuse), port } : { ...network, port };
}

type Refuse = (why: string) => Error;

function splitPort(text: string, refuse: Refuse): { host: string; port: number | null } {
  const match = /^(.*):(\d+)$/.exec(text);
  if (match === null) return { host: text, port: null };
  const port = Number(match[2]);
  if (port < 1 || port > 65_535) throw refuse('its port is not between 1 and 65535');
  return { host: match[1] ?? '', port };
}

function unbracketed(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** Boolean-like values are rejected as host names, because they are probably mistakes. */
const SWITCHES: ReadonlySet<string> = new Set([
  'true', 'false', 'yes', 'no', 'on', 'off', 'all', 'any', 'none', 'null', 'undefined',
]); // prettier-ignore

/** Labels with letters, digits, hyphens and underscores, which occur in names of machines and containers. */
const LABEL = '[a-z\\d_](?:[a-z\\d_-]{0,61}[a-z\\d_])?';
const LABELS = new RegExp(`^(?:${LABEL}\\.)*${LABEL}$`);
const MAX_NAME_CHARS = 253;

function parseName(host: string, refuse: Refuse): NameRule {
  if (host.includes('://')) throw refuse('it must not have a scheme');
  if (host.includes('/')) throw refuse('it is neither a network such as 10.0.0.0/8 nor a host name');
  const below = host.startsWith('*.');
  const name = canonicalName(below ? host.slice(2) : host);
  if (name === null) throw refuse('it is neither an IP address, a network nor a host name');
  if (!below && SWITCHES.has(name))
    throw refuse('it is a list of allowed addresses, such as 127.0.0.0/8, not a switch');
  return { name, below };
}

/** Lower-case Punycode name as produced by a URL parser; `null` if invalid. */
function canonicalName(name: string): string | null {
  const hostname = /^[^\s:/?#@[\]\\*]+$/.test(name) ? parseUrl(`http://${name}`)?.hostname : undefined;
  if (hostname === undefined) return null;
  // A name that parses to an address is disguised (0x7f.1): the entry must spell it plainly.
  if (parseIpAddress(hostname) !== null) return null;
  const canonical = hostname.replace(/\.$/, '');
  return canonical.length <= MAX_NAME_CHARS && LABELS.test(canonical) ? canonical : null;
}
