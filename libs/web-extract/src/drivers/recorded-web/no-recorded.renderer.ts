import { Renderer, type Rendering, type RenderRequest } from '../../ports/renderer.port.js';
import { NoRecordedBrowserError } from './recorded-web.errors.js';

/** Fails pages that need a browser. */
export class NoRecordedRenderer extends Renderer {
  async isInstalled(): Promise<boolean> {
    return true;
  }

  async isAvailable(): Promise<boolean> {
    return true;
  }

  async render({ document }: RenderRequest): Promise<Rendering> {
    throw new NoRecordedBrowserError(document.url);
  }
}
