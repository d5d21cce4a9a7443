import { somePage } from '../../../testing/some-page.js';
import { someCheck, someMonitor } from '../../../testing/contracts/monitor-store/samples.contract.js';
import { toCheckPage } from './check-page.js';

describe('toCheckPage', () => {
  const place = { check: someCheck(someMonitor()), targetId: 't', nowMs: 1 };
  const change = { previousAt: null, status: 'new', visibility: 'visible' } as const;

  it('takes the values of the fields that are compared', () => {
    const page = { ...somePage(), change: { ...change, values: { price: 3 } } };
    expect(toCheckPage(page, null, place).page.snapshot).toEqual({ price: 3 });
    expect(toCheckPage({ ...somePage(), change }, null, place).page.snapshot).toBeNull();
  });

  it('prefers the data that was requested', () => {
    const extraction = { data: { name: 'a' } } as never;
    const page = { ...somePage(), extraction, change: { ...change, values: { price: 3 } } };
    expect(toCheckPage(page, null, place).page.snapshot).toEqual({ name: 'a' });
  });
});
