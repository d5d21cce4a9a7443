import { isTransientStatus } from './transient-status.js';

describe('isTransientStatus', () => {
  it('knows failures of a server that may pass', () => {
    const all = [200, 304, 400, 404, 408, 410, 425, 429, 500, 501, 502, 503, 504, 505];
    expect(all.filter(isTransientStatus)).toEqual([408, 425, 429, 500, 502, 503, 504]);
  });
});
