import type { ModelAnswer, ModelQuestion } from '../../ports/language-model.port.js';
import { Fetcher, type FetchRequest, type FetchResponse } from '../../ports/fetcher.port.js';
import { LanguageModel } from '../../ports/language-model.port.js';
import { Renderer, type Rendering, type RenderRequest } from '../../ports/renderer.port.js';
import type { UsageMeter } from './usage-meter.js';

/** Counts the bytes of responses, also of those that fail. */
export class MeteredFetcher extends Fetcher {
  constructor(
    private readonly fetcher: Fetcher,
    private readonly meter: UsageMeter,
  ) {
    super();
  }

  async fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResponse> {
    let isCounted = false;
    const onReceived = (bytes: number) => {
      isCounted = true;
      this.meter.add(request.owner, { bytes });
    };
    const response = await this.fetcher.fetch({ ...request, onReceived }, signal);
    const { receivedBytes = response.body.length } = response;
    if (!isCounted) this.meter.add(request.owner, { bytes: receivedBytes }); // a fetcher of the host
    return response;
  }
}

/** Counts the time of the browser, also of pages that fail. */
export class MeteredRenderer extends Renderer {
  constructor(
    private readonly renderer: Renderer,
    private readonly meter: UsageMeter,
  ) {
    super();
  }

  isInstalled(): Promise<boolean> {
    return this.renderer.isInstalled();
  }

  isAvailable(): Promise<boolean> {
    return this.renderer.isAvailable();
  }

  async render(request: RenderRequest, signal?: AbortSignal): Promise<Rendering> {
    let startedAt = Infinity;
    const onTurn = () => {
      startedAt = performance.now();
      request.onTurn?.();
    };
    try {
      return await this.renderer.render({ ...request, onTurn }, signal);
    } finally {
      this.meter.add(request.owner, { browserMs: Math.max(0, performance.now() - startedAt) });
    }
  }
}

/** Counts the tokens of answers. */
export class MeteredLanguageModel extends LanguageModel {
  constructor(
    private readonly model: LanguageModel,
    private readonly meter: UsageMeter,
  ) {
    super();
  }

  async ask(question: ModelQuestion, budgetMs: number, signal: AbortSignal): Promise<ModelAnswer> {
    const answer = await this.model.ask(question, budgetMs, signal);
    const { promptTokens, completionTokens } = answer.usage;
    this.meter.add(question.owner, { tokens: promptTokens + completionTokens });
    return answer;
  }
}
