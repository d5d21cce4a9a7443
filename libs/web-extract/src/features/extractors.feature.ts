import { AutoExtraction } from '../services/extractors/auto-extraction.js';
import { ExtractorHealing } from '../services/extractors/extractor-healing.js';
import { ExtractorLearning } from '../services/extractors/extractor-learning.js';
import { ExtractorLeases } from '../services/extractors/extractor-leases.js';
import { ExtractorMaintenance } from '../services/extractors/extractor-maintenance.js';
import { ExtractorMessages } from '../services/extractors/extractor-messages.js';
import { ExtractorRecorder } from '../services/extractors/extractor-recorder.js';
import { ExtractorRecords } from '../services/extractors/extractor-records.js';
import { ExtractorRuns } from '../services/extractors/extractor-runs.js';
import { ExtractorService } from '../services/extractors/extractor.service.js';
import { JobCounter } from '../services/extractors/job-counter.js';
import type { Feature } from './feature.js';

/** Extractors: programs that are learned once and read pages without a model. */
export const EXTRACTORS_FEATURE: Feature = {
  providers: [
    ExtractorRecords,
    ExtractorMessages,
    ExtractorLeases,
    ExtractorRecorder,
    JobCounter,
    ExtractorRuns,
    AutoExtraction,
    ExtractorLearning,
    ExtractorHealing,
    ExtractorMaintenance,
    ExtractorService,
  ],
  exports: [ExtractorService],
};
