import type { ComparisonQuestion, TextComparison } from '../../model/text-comparison.js';
import { compareFields } from './compare-fields.js';
import { normalizeText } from './normalize-text.js';
import { LineDiff } from './line-diff.js';
import { isNoise } from './noise.js';

/** Compares two texts of a page and the fields extracted from them. Must be called in a worker thread. */
export function compareTexts({ previous, current, fields, wants }: ComparisonQuestion): TextComparison {
  const isSame = normalizeText(previous) === normalizeText(current);
  const lines = isSame || (!wants.diff && !wants.patch) ? null : new LineDiff(previous, current);
  return {
    isNoise: wants.noise && !isSame && isNoise(normalizeText(previous), normalizeText(current)),
    diff: lines && wants.diff ? lines.toDiff() : null,
    patch: lines && wants.patch ? lines.toReversePatch() : null,
    fields: fields ? compareFields(fields.previous, fields.current) : null,
  };
}
