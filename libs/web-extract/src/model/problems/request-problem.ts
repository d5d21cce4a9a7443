import type { Fault, ProblemPath } from './fault.js';
import { sayFault } from './say-fault.js';

/** One thing that is wrong with a request. */
export interface RequestProblem {
  /** Names and indexes from the root of the request to the value. */
  readonly path: ProblemPath;
  /** The same in a sentence, by that path. */
  readonly message: string;
  /** For programs; absent where only whoever wrote the sentence knows. */
  readonly fault?: Fault;
}

/** A fault of the value at a path. */
export function problemAt(path: ProblemPath, fault: Fault): RequestProblem {
  return { path, message: sayFault(fault, path), fault };
}

/** The same problem where the value stands elsewhere. */
export function moved(problem: RequestProblem, path: ProblemPath): RequestProblem {
  return problem.fault ? problemAt(path, problem.fault) : { ...problem, path };
}
