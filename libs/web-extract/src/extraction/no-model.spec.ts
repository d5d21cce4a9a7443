import { describeError, reviveError } from '../drivers/worker-threads/error-description.js';
import { ConversionFailedError, type NotConfiguredError } from '../model/errors.js';
import { noModel, warningOf } from './no-model.js';

const names = (count: number) => Array.from({ length: count }, (_, n) => `value${n}`);
const STATED = 'and the page does not state';

describe('the warning of an extraction without a model', () => {
  it.each([
    [0, 'LLM extraction is not configured'],
    [2, `${STATED} value0, value1`],
    [6, `${STATED} value0, value1, value2, value3, value4 and 1 other`],
    [30, `${STATED} value0, value1, value2, value3, value4 and 25 others`],
  ])('of %d missing values counts all of them', (count, end) => {
    const error = noModel(undefined, names(count));
    const revived = reviveError(describeError(error), (message) => new ConversionFailedError('', message));
    expect([warningOf(error), warningOf(revived)]).toEqual([expect.stringMatching(`${end}$`), warningOf(error)]); // prettier-ignore
    expect((revived as NotConfiguredError).missing?.length ?? 0).toBe(Math.min(count, 20));
  });
});
