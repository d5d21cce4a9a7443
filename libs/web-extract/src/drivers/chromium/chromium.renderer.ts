import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Renderer, type Rendering, type RenderRequest } from '../../ports/renderer.port.js';
import type { LookupAll } from '../guarded-network/guarded-lookup.js';
import type { RenderingBrowser } from './browser/rendering-browser.js';

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

/** Renders with a browser of the Chromium family. Until the first page that needs it nothing is loaded, looked for or started. */
@Injectable()
export class ChromiumRenderer extends Renderer implements OnApplicationShutdown {
  private browser: Promise<RenderingBrowser> | null = null;

  constructor(private readonly options: ChromiumRendererOptions) {
    super();
  }

  async isInstalled(): Promise<boolean> {
    return (await this.load()).isInstalled();
  }

  async isAvailable(): Promise<boolean> {
    return (await this.load()).isAvailable();
  }

  async render(request: RenderRequest, signal?: AbortSignal): Promise<Rendering> {
    return (await this.load()).render(request, signal);
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.browser)?.close();
  }

  private load(): Promise<RenderingBrowser> {
    this.browser ??= import('./browser/rendering-browser.js').then(
      (loaded) => new loaded.RenderingBrowser(this.options),
    );
    return this.browser;
  }
}
