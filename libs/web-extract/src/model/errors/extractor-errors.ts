import { WebExtractError } from './web-extract-error.js';

/** The owner has an extractor of this name. */
export class ExtractorExistsError extends WebExtractError {
  readonly code = 'EXTRACTOR_EXISTS';

  constructor(name: string) {
    super(`name: an extractor named ${JSON.stringify(name)} exists; use another name, or remove it first`);
  }
}

/** The owner has as many extractors as `extractors.maxPerOwner` or the size limits allow. */
export class ExtractorLimitError extends WebExtractError {
  readonly code = 'EXTRACTOR_LIMIT';

  constructor(maxPerOwner: number) {
    super(`At most ${maxPerOwner} extractors, and a limited size of all of them: remove one first`);
  }
}

/** No field could be learned from the pages. `learning` of the extractor has the reasons. */
export class ExtractorNotLearnedError extends WebExtractError {
  readonly code = 'EXTRACTOR_NOT_LEARNED';

  constructor(message = 'No field was learned: see learning.pages and templates for the reasons') {
    super(message);
  }
}
