import { InvalidRequestError, type RequestProblem } from '../../model/errors.js';
import type { ProblemPath } from '../../model/problems/fault.js';
import { moved } from '../../model/problems/request-problem.js';

/** Where fields of a request to a service stand in the body of a version, by their dotted paths. */
export type WireNames = Readonly<Record<string, string>>;

/** Runs `work`; what it finds wrong with the request is told in the names that the caller wrote. */
export async function inWireNames<T>(names: WireNames, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InvalidRequestError ? movedBy(error, (path) => wirePath(path, names)) : error;
  }
}

/** Runs `work`; the fields that it finds wrong stand below `field` in the body. */
export function below<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    throw movedBy(error, (path) => [field, ...path]);
  }
}

/** Each problem is told anew, by the path that it has in the body. */
function movedBy(error: InvalidRequestError, to: (path: ProblemPath) => ProblemPath): InvalidRequestError {
  const tell = (problem: RequestProblem) => moved(problem, to(problem.path));
  return new InvalidRequestError(error.problems.map(tell), { cause: error });
}

function wirePath(path: ProblemPath, names: WireNames): ProblemPath {
  const field = Object.keys(names).find((name) => `${path.join('.')}.`.startsWith(`${name}.`));
  if (field === undefined) return path;
  return [...names[field]!.split('.'), ...path.slice(field.split('.').length)];
}
