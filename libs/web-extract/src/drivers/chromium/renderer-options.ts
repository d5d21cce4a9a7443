import type { LookupAll } from '../guarded-network/guarded-lookup.js';

/** Options of the renderer. Most fields are options of the module and documented there. */
export interface ChromiumRendererOptions {
  /** Absent: looked for in the usual places. */
  readonly executablePath?: string | undefined;
  /** Absent: on, but for root, whom Chromium refuses it. */
  readonly sandbox?: boolean | undefined;
  readonly maxPages: number;
  readonly maxPagesPerHost: number;
  readonly maxQueued: number;
  readonly recycleAfterPages: number;
  readonly maxMemoryMb: number;
  readonly maxActionBytes: number;
  readonly readiness: { readonly quietMs: number; readonly shellMs: number; readonly capMs: number };
  readonly allowPrivate: readonly string[];
  readonly proxies: readonly string[];
  /** The `User-Agent` of fetches: the browser's is the same. */
  readonly userAgents: { readonly desktop: string; readonly mobile: string };
  /** Ports that no page may reach on this machine. */
  readonly ownPorts: () => readonly number[];
  /** Resolves host names; the system's resolver when absent. */
  readonly lookup?: LookupAll;
}
