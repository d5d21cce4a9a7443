import type { ProxyConfiguration } from '@crawlee/core';
import { parseUrl } from '../../web/url/parse-url.js';
import { loadCrawlee } from '../crawlee/load-crawlee.js';

/** Hands out the host application's proxies in turn. */
export class ProxyRotation {
  private configuration: Promise<ProxyConfiguration> | null = null;

  /** @throws Error that says which entry is no proxy, without its credentials */
  constructor(private readonly proxies: readonly string[]) {
    proxies.forEach(checkProxy);
  }

  get isEmpty(): boolean {
    return this.proxies.length === 0;
  }

  /** The next proxy; `null` when there are none. */
  async next(): Promise<string | null> {
    if (this.isEmpty) return null;
    this.configuration ??= load(this.proxies);
    return (await (await this.configuration).newUrl()) ?? null;
  }
}

async function load(proxies: readonly string[]): Promise<ProxyConfiguration> {
  loadCrawlee(); // costly and seldom needed
  const { ProxyConfiguration } = await import('@crawlee/core');
  return new ProxyConfiguration({ proxyUrls: [...proxies] });
}

function checkProxy(proxy: string, index: number): void {
  const protocol = parseUrl(proxy)?.protocol;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new Error(`proxies: entry ${index + 1} is not an http:// or https:// URL`);
  }
}
