/** Random values from a seed: the same seed gives the same values. */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0 || 1;
  }

  /** A number from 0 to below 1 (mulberry32). */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count) {
    return Math.floor(this.next() * count);
  }

  chance(share) {
    return this.next() < share;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  bytes(count) {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)));
  }

  /** A generator of its own, so that what one part draws does not change another. */
  fork() {
    return new Random(this.below(2 ** 32));
  }
}
