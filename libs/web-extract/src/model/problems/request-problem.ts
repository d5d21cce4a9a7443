import type { Fault, ProblemPath } from './fault.js';
import { sayFault } from './say-fault.js';

/** One problem of a request. */
export interface RequestProblem {
  /** Property names and indexes from the root of the request to the value. */
  readonly path: ProblemPath;
  /** Message that names the value by its path. */
  readonly message: string;
  /** Machine-readable form; absent if only the message is known. */
  readonly fault?: Fault;
}

/** Creates a problem of the value at a path. */
export function problemAt(path: ProblemPath, fault: Fault): RequestProblem {
  return { path, message: sayFault(fault, path), fault };
}

/** Returns the same problem for another path. */
export function moved(problem: RequestProblem, path: ProblemPath): RequestProblem {
  return problem.fault ? problemAt(path, problem.fault) : { ...problem, path };
}
