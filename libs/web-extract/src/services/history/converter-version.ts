import { nameOf } from '../../convert/changes/fingerprint.js';
import type { ResolvedOptions } from '../../model/options.js';

/** Raised with every change of the converter that changes texts. */
const TEXT_VERSION = 1;

/** Names all of the converter that shapes texts, besides the options of a request. */
export const converterVersion = ({
  contentRules,
  markdownRules,
}: Pick<ResolvedOptions, 'contentRules' | 'markdownRules'>): string =>
  nameOf([TEXT_VERSION, contentRules, markdownRules === undefined ? null : String(markdownRules)]);
