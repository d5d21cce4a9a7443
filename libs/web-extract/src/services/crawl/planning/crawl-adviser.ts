import { Inject, Injectable } from '@nestjs/common';
import { crawlQuestion } from '../../../extraction/advice/crawl-question.js';
import { readCrawlAdvice, type ReadAdvice } from '../../../extraction/advice/read-crawl-advice.js';
import { validateUrl } from '../../../web/url/validate-url.js';
import { parseAllowList, type AllowList } from '../../../web/url/allow-list.js';
import { NotConfiguredError } from '../../../model/errors.js';
import { ResolvedOptions } from '../../../model/options.js';
import { HOST_OWNER } from '../../../model/keys/principal.js';
import type { LanguageModel } from '../../../ports/language-model.port.js';
import { MeteredLanguageModel } from '../../usage/metered-ports.js';
import { RunningWork } from '../../running-work.js';

/** A crawl described in natural language. */
interface CrawlPrompt {
  /** Start URL. */
  readonly url: string;
  /** Description of the crawl in natural language. */
  readonly prompt: string;
}

const COST = { pages: 0, credits: 1 };

/** Generates crawl options from a natural-language description. Sends no request except to the model. */
@Injectable()
export class CrawlAdviser {
  private readonly allowed: AllowList;

  constructor(
    // null when the host configured none; the union would leave Nest without a type to inject by
    @Inject(MeteredLanguageModel) private readonly model: LanguageModel | null,
    private readonly work: RunningWork,
    private readonly options: ResolvedOptions,
  ) {
    this.allowed = parseAllowList(options.allowPrivate);
  }

  /**
   * @throws NotConfiguredError (no model), InvalidUrlError, BlockedAddressError, ExtractionFailedError (the model has no usable answer),
   * RateLimitedError and InsufficientCreditsError when the owner may have no more; the reason of the signal
   */
  async advise({ url, prompt }: CrawlPrompt, owner = HOST_OWNER, signal?: AbortSignal): Promise<ReadAdvice> {
    const { model, options } = this;
    if (!model) {
      const message = 'prompt needs a language model, and none is configured';
      throw new NotConfiguredError(message, { remedy: 'llm' });
    }
    const { href } = validateUrl(url, this.allowed);
    const question = { ...crawlQuestion(href, prompt.trim()), owner };
    const ask = (under: AbortSignal) => model.ask(question, options.llm.timeoutMs, under);
    const { text } = await this.work.run(ask, signal, { owner, most: COST, costOf: () => COST });
    return readCrawlAdvice(text);
  }
}
