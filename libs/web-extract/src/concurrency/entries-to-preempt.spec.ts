import { entriesToPreempt } from './entries-to-preempt.js';

const turns = (...owners: string[]) => owners.map((owner) => ({ owner }));
const inTheWay = (atWork: string[], waiting: string[]) =>
  entriesToPreempt(turns(...atWork), turns(...waiting)).map(({ owner }) => owner);

describe('entriesToPreempt', () => {
  it('names one turn for each that waits', () => {
    expect(inTheWay(['anna', 'anna', 'anna'], ['anna', 'anna'])).toEqual(['anna', 'anna']);
    expect(inTheWay(['anna'], [])).toEqual([]);
  });

  it('spares owners that have no more at work than who waits', () => {
    expect(inTheWay(['bert', 'anna', 'anna'], ['carl'])).toEqual(['bert']);
    expect(inTheWay(['bert', 'carl', 'anna', 'anna'], ['carl'])).toEqual(['carl']);
    expect(inTheWay(['bert', 'anna', 'anna'], ['bert', 'bert'])).toEqual(['bert', 'anna']);
  });
});
