import { slotOf } from './cluster-nodes.js';

describe('slotOf', () => {
  it.each([
    ['123456789', 0x31c3],
    ['foo', 12_182],
    ['{foo}.bar', 12_182],
    ['any{foo}{bar}', 12_182],
    ['web-extract{s3}', slotOf('s3')],
  ])('%s is in slot %i, as in the specification of Redis Cluster', (key, slot) => {
    expect(slotOf(key)).toBe(slot);
  });
});
