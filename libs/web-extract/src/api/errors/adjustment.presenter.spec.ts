import { formatAppliedLimit, type AppliedLimit } from '../../model/problems/applied-limit.js';
import { presentAdjustment } from './adjustment.presenter.js';

describe('presentAdjustment', () => {
  it.each<[AppliedLimit, string, string]>([
    [
      { code: 'delay-lowered', mostMs: 86_400_000 },
      'delay was lowered to 86400',
      'delayMs was lowered to 86400000',
    ],
    [
      { code: 'robots-obeyed' },
      'ignoreRobotsTxt is not allowed here',
      'respectRobots cannot be turned off here',
    ],
    [{ code: 'limit-lowered', most: 50 }, 'limit was lowered to 50', 'limit was lowered to 50'],
  ])('says %j in the words of a body, where hosts read those of the services', (adjustment, wire, own) => {
    expect([presentAdjustment(adjustment), formatAppliedLimit(adjustment)]).toEqual([wire, own]);
  });
});
