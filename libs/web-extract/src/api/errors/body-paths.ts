import { InvalidRequestError, type RequestProblem } from '../../model/errors.js';
import type { ProblemPath } from '../../model/problems/validation-issue.js';
import { withPath } from '../../model/problems/request-problem.js';

/** Body fields by field of the service request, as dotted paths. */
export type BodyPaths = Readonly<Record<string, string>>;

/** Runs `work` and converts the field paths of validation errors to those of the body. */
export async function withBodyPaths<T>(names: BodyPaths, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InvalidRequestError ? movedBy(error, (path) => wirePath(path, names)) : error;
  }
}

/** Runs `work` and prefixes the field paths of validation errors with `field`. */
export function prefixPath<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    throw movedBy(error, (path) => [field, ...path]);
  }
}

/** Replaces the path of each problem. */
function movedBy(error: InvalidRequestError, to: (path: ProblemPath) => ProblemPath): InvalidRequestError {
  const tell = (problem: RequestProblem) => withPath(problem, to(problem.path));
  return new InvalidRequestError(error.problems.map(tell), { cause: error });
}

function wirePath(path: ProblemPath, names: BodyPaths): ProblemPath {
  const field = Object.keys(names).find((name) => `${path.join('.')}.`.startsWith(`${name}.`));
  if (field === undefined) return path;
  const parts = names[field]!.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return [...parts, ...path.slice(field.split('.').length)];
}
