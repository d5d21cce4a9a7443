import type { PageAction, PageLocation } from '../model/page-request.js';

export interface RenderRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly waitForMs: number;
  readonly timeoutMs: number;
  readonly actions: readonly PageAction[];
  readonly mobile: boolean;
  readonly screenshot: 'none' | 'viewport' | 'fullPage';
  readonly skipTlsVerification: boolean;
  readonly location?: PageLocation;
}

export interface Rendering {
  readonly url: string;
  readonly statusCode: number;
  readonly contentType: string | null;
  readonly html: string;
  readonly screenshot: string | null;
}

/** Loads a page in a real browser, every sub-request under the address policy. Absent when no browser is installed. */
export abstract class Renderer {
  abstract render(request: RenderRequest, signal?: AbortSignal): Promise<Rendering>;
}
