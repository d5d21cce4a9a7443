import { RemoteExtractor } from '../extraction/remote-extractor.js';
import { ResolvedOptions } from '../model/options.js';
import { ExtractionCompute } from '../ports/extraction-compute.port.js';
import type { LanguageModel } from '../ports/language-model.port.js';
import { ExtractService } from '../services/extract/extract.service.js';
import { PageExtraction } from '../services/extract/page-extraction.js';
import { MeteredLanguageModel } from '../services/usage/metered-ports.js';
import type { Feature } from './feature.js';

/** Data extraction from one page or several. */
export const EXTRACTION_FEATURE: Feature = {
  providers: [
    {
      provide: RemoteExtractor,
      useFactory: (compute: ExtractionCompute, model: LanguageModel | null, { llm }: ResolvedOptions) =>
        new RemoteExtractor(compute, model, llm),
      inject: [ExtractionCompute, MeteredLanguageModel, ResolvedOptions],
    },
    PageExtraction,
    ExtractService,
  ],
  exports: [ExtractService],
};
