import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs each task in its own turn of the event loop, in the order of the calls. */
export class TurnLine {
  private last: Promise<unknown> = Promise.resolve();

  next(): Promise<void> {
    const turn = this.last.then(() => nextTurn());
    this.last = turn;
    return turn;
  }
}
