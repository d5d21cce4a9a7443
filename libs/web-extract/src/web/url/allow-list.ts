import { isPublicAddress } from './address-guard.js';
import { containsAddress, parseIpAddress, parseIpNetwork } from './ip-address.js';
import type { IpNetwork } from './ip-address.js';
import { parseUrl } from './parse-url.js';

/** Which addresses outside the open Internet may be fetched all the same. Empty: none. */
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
  /** The entry was `*.name`: it covers every name below, not `name` itself. */
  readonly below: boolean;
}

export const NOTHING_ALLOWED: AllowList = { networks: [], names: [] };

/**
 * Reads the option `allowPrivate`, or another one of the same kind: `10.0.0.0/8`, `10.0.0.5`, `10.0.0.5:8080`, `fd00::/8`, `::1`, `[::1]:8080`,
 * `intranet`, `intranet:8080`, `*.corp.example`, `*.corp.example:8080`.
 *
 * A name covers every address it resolves to; a network covers every name that resolves into it, except names that
 * are refused by themselves (`localhost`, single labels …): those must be listed.
 * @throws Error that names the entry and what is wrong with it
 */
export function parseAllowList(entries: readonly string[], option = 'allowPrivate'): AllowList {
  const rules = entries.map((entry) => parseEntry(entry, option));
  return {
    networks: rules.filter((rule) => 'bytes' in rule),
    names: rules.filter((rule) => 'name' in rule),
  };
}

/** Whether the name itself is listed, for this port. */
export function listsName(list: AllowList, hostname: string, port: number): boolean {
  return list.names.some((rule) => portMatches(rule, port) && nameMatches(rule, hostname));
}

/** Whether the host of an address is listed, by its name or as the address it is. */
export function listsHost(list: AllowList, hostname: string, port: number): boolean {
  if (listsName(list, hostname, port)) return true;
  const bytes = parseIpAddress(hostname);
  return (
    bytes !== null && list.networks.some((rule) => portMatches(rule, port) && containsAddress(rule, bytes))
  );
}

/** Whether a connection to `address`, found under `hostname`, is allowed: it is public, or an entry covers it. */
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

/** What was meant for a switch is no host, though a machine could be called so. */
const SWITCHES: ReadonlySet<string> = new Set([
  'true', 'false', 'yes', 'no', 'on', 'off', 'all', 'any', 'none', 'null', 'undefined',
]); // prettier-ignore

/** Labels of letters, digits, hyphens and underscores, as names of machines and containers have them. */
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
    throw refuse('it lists what is allowed, such as 127.0.0.0/8, and is no switch');
  return { name, below };
}

/** Lower case and Punycode, as a URL parser makes of it; `null` when that is no name. */
function canonicalName(name: string): string | null {
  const hostname = /^[^\s:/?#@[\]\\*]+$/.test(name) ? parseUrl(`http://${name}`)?.hostname : undefined;
  if (hostname === undefined) return null;
  // A name that parses to an address is a disguised one (0x7f.1): say it plainly or not at all.
  if (parseIpAddress(hostname) !== null) return null;
  const canonical = hostname.replace(/\.$/, '');
  return canonical.length <= MAX_NAME_CHARS && LABELS.test(canonical) ? canonical : null;
}
