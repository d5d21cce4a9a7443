/** Slots that owners share, as the contract uses them. */
export interface SharedSlots {
  /** Takes a slot. Otherwise `call` is invoked once a slot was reserved for the request. @returns true if taken */
  take(owner: string, call: () => void): boolean;
  release(owner: string): void;
}

/** @param make creates slots; a single owner may hold `most` of them */
export function sharedSlotsContract(make: (most: number) => SharedSlots): void {
  const ignore = () => undefined;
  const fill = (slots: SharedSlots, owner: string, count: number): void => {
    for (let taken = 0; taken < count; taken++) expect(slots.take(owner, ignore)).toBe(true);
  };

  it('gives one owner all slots if no other owner requests one', () => {
    const slots = make(4);
    fill(slots, 'a', 4);
    expect(slots.take('a', ignore)).toBe(false);
  });

  it('has a slot for an owner that holds none, however many another one holds and waits for', () => {
    const slots = make(4);
    fill(slots, 'a', 4);
    for (let n = 0; n < 10; n++) slots.take('a', ignore);
    expect(slots.take('b', ignore)).toBe(true);
  });

  it('gives a released slot to the waiting owner that holds the fewest', () => {
    const slots = make(8);
    fill(slots, 'a', 8);
    for (const owner of ['b', 'd']) fill(slots, owner, 1);
    const order: string[] = [];
    for (const owner of ['a', 'b', 'c']) expect(slots.take(owner, () => order.push(owner))).toBe(false);
    slots.release('a');
    expect(order).toEqual(['c']);
    for (let n = 0; n < 2; n++) slots.release('a'); // one stays free for the next owner
    expect(order).toEqual(['c', 'b']);
  });

  it('serves the requests of one owner in order', () => {
    const slots = make(1);
    fill(slots, 'a', 1);
    const order: number[] = [];
    for (const n of [1, 2]) slots.take('a', () => order.push(n));
    slots.release('a');
    slots.release('a');
    expect(order).toEqual([1, 2]);
  });
}
