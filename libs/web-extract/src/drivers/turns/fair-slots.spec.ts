import { sharedSlotsContract } from '../../concurrency/shared-slots.contract.js';
import { FairSlots } from './fair-slots.js';
import type { QueuedJob } from './queued-job.js';

describe('FairSlots', () => {
  const open: FairSlots[] = [];
  afterEach(() => open.splice(0).forEach((slots) => slots.close()));

  sharedSlotsContract((most) => {
    const slots = new FairSlots(most);
    open.push(slots);
    let jobs = 0;
    return {
      take(owner, call) {
        const promote = async () => call();
        return slots.tryTake({ id: `${++jobs}`, data: { owner }, promote } as unknown as QueuedJob);
      },
      release: (owner) => slots.release(owner),
    };
  });
});
