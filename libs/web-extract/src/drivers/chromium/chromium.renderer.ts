import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Renderer, type Rendering, type RenderRequest } from '../../ports/renderer.port.js';
import type { RenderingBrowser } from './browser/rendering-browser.js';
import type { ChromiumRendererOptions } from './renderer-options.js';

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
