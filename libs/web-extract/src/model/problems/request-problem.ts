import type { ValidationIssue, ProblemPath } from './validation-issue.js';
import { formatIssue } from './format-issue.js';

/** One problem of a request. */
export interface RequestProblem {
  /** Property names and indexes from the root of the request to the value. */
  readonly path: ProblemPath;
  /** Message that names the value by its path. */
  readonly message: string;
  /** Machine-readable form; absent if only the message is known. */
  readonly fault?: ValidationIssue;
}

/** Creates a problem of the value at a path. */
export function problemAt(path: ProblemPath, fault: ValidationIssue): RequestProblem {
  return { path, message: formatIssue(fault, path), fault };
}

/** Returns the same problem for another path. */
export function withPath(problem: RequestProblem, path: ProblemPath): RequestProblem {
  return problem.fault ? problemAt(path, problem.fault) : { ...problem, path };
}
