import { InvalidRequestError, type RequestProblem } from '../../model/errors.js';
import type { ProblemPath } from '../../model/problems/fault.js';
import { moved } from '../../model/problems/request-problem.js';

/** Body fields by field of the service request, as dotted paths. */
export type WireNames = Readonly<Record<string, string>>;

/** Runs `work` and converts the field paths of validation errors to those of the body. */
export async function inWireNames<T>(names: WireNames, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InvalidRequestError ? movedBy(error, (path) => wirePath(path, names)) : error;
  }
}

/** Runs `work` and prefixes the field paths of validation errors with `field`. */
export function below<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    throw movedBy(error, (path) => [field, ...path]);
  }
}

/** Replaces the path of each problem. */
function movedBy(error: InvalidRequestError, to: (path: ProblemPath) => ProblemPath): InvalidRequestError {
  const tell = (problem: RequestProblem) => moved(problem, to(problem.path));
  return new InvalidRequestError(error.problems.map(tell), { cause: error });
}

function wirePath(path: ProblemPath, names: WireNames): ProblemPath {
  const field = Object.keys(names).find((name) => `${path.join('.')}.`.startsWith(`${name}.`));
  if (field === undefined) return path;
  return [...names[field]!.split('.'), ...path.slice(field.split('.').length)];
}
