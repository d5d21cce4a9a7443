import { MemoryRowStore } from './memory.row-store.js';
import { OwnerBytes } from './owner-bytes.js';

describe('OwnerBytes', () => {
  const bytes = new OwnerBytes({ maxBytes: 100, maxBytesPerOwner: 60 });
  let store: MemoryRowStore;
  const ownerToEvict = (owner: string, more: number) =>
    store.change((rows) => bytes.ownerToEvict(rows, owner, more));
  const add = (owner: string, count: number) => store.change((rows) => bytes.add(rows, owner, count));

  beforeEach(() => {
    store = new MemoryRowStore();
  });

  it('finds room below both limits', async () => {
    await add('anna', 50);
    await expect(ownerToEvict('anna', 10)).resolves.toBeNull();
    await expect(ownerToEvict('bert', 50)).resolves.toBeNull();
  });

  it('evicts rows of an owner beyond its own limit', async () => {
    await add('anna', 50);
    await expect(ownerToEvict('anna', 11)).resolves.toBe('anna');
  });

  it('evicts rows of the largest owner beyond the limit of all', async () => {
    await add('anna', 55);
    await add('bert', 40);
    await expect(ownerToEvict('bert', 10)).resolves.toBe('anna');
  });

  it('stays below the limit of all with more owners than are compared', async () => {
    for (let n = 0; n < 1_100; n++) {
      await add(`a${n}`, 1);
      await add(`a${n}`, -1);
    }
    await add('x', 60);
    await add('y', 40);
    await expect(ownerToEvict('z', 1)).resolves.not.toBeNull();
  });
});
