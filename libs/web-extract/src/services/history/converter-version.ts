import { nameOf } from '../../convert/changes/fingerprint.js';
import type { ResolvedOptions } from '../../model/options.js';
import { TEXT_VERSION } from './text-version.js';

/** Names all of the converter that shapes texts, besides the options of a request. */
export const converterVersion = ({
  contentRules,
  markdownRules,
}: Pick<ResolvedOptions, 'contentRules' | 'markdownRules'>): string =>
  nameOf([TEXT_VERSION, contentRules, markdownRules === undefined ? null : String(markdownRules)]);
