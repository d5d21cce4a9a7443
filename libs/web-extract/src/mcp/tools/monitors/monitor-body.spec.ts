import { InvalidRequestError } from '../../../model/errors.js';
import { monitorBody } from './monitor-body.js';

const problemsOf = (given: Readonly<Record<string, unknown>>): unknown => {
  try {
    return monitorBody(given);
  } catch (error) {
    return (error as InvalidRequestError).problems.map(({ path }) => path);
  }
};

describe('monitorBody', () => {
  it('makes a body of the short form', () => {
    expect(monitorBody({ page: 'https://site.example/', scheduleText: 'hourly' })).toEqual({
      name: 'Monitor https://site.example/',
      schedule: { text: 'hourly' },
      targets: [{ type: 'scrape', urls: ['https://site.example/'] }],
    });
  });

  it('passes a whole body on', () => {
    const body = { name: 'a', targets: [] };
    expect(monitorBody({ body })).toBe(body);
  });

  it.each([
    [{ page: 'https://site.example/', scrapeOptions: { zeroDataRetention: true } }, [['scrapeOptions']]],
    [{ page: 'https://site.example/', zeroDataRetention: true, x: 1 }, [['zeroDataRetention'], ['x']]],
    [{ body: { name: 'a' }, zeroDataRetention: true }, [['zeroDataRetention']]],
    [{ body: { name: 'a' }, page: 'https://site.example/' }, [['page']]],
  ])('refuses arguments that it does not use: %j', (given, paths) => {
    expect(problemsOf(given)).toEqual(paths);
  });
});
