import { setImmediate as nextTurn } from 'node:timers/promises';

/** Gives pieces of work one turn of the event loop each, in the order in which they ask. */
export class TurnLine {
  private last: Promise<unknown> = Promise.resolve();

  next(): Promise<void> {
    const turn = this.last.then(() => nextTurn());
    this.last = turn;
    return turn;
  }
}
