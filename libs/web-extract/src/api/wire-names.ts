import { InvalidRequestError, type RequestProblem } from '../model/errors.js';

/** Where fields of a request to a service stand in the body of a version, by their dotted paths. */
export type WireNames = Readonly<Record<string, string>>;

/** Runs `work`; what it finds wrong with the request is told in the names that the caller wrote. */
export async function inWireNames<T>(names: WireNames, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InvalidRequestError ? rename(error, names) : error;
  }
}

/** Runs `work`; the fields that it finds wrong stand below `field` in the body. */
export function below<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const problems = error.problems.map(({ path, message }) => ({
      path: [field, ...path],
      message: `${field}.${message}`,
    }));
    throw new InvalidRequestError(problems, { cause: error });
  }
}

function rename(error: InvalidRequestError, names: WireNames): InvalidRequestError {
  const problems = error.problems.map((problem) => renameProblem(problem, names));
  return new InvalidRequestError(problems, { cause: error });
}

function renameProblem({ path, message }: RequestProblem, names: WireNames): RequestProblem {
  const field = Object.keys(names).find((name) => `${path.join('.')}.`.startsWith(`${name}.`));
  const wire = field === undefined ? undefined : names[field];
  if (field === undefined || wire === undefined) return { path, message };
  return {
    path: [...wire.split('.'), ...path.slice(field.split('.').length)],
    message: message.startsWith(`${field} `) ? wire + message.slice(field.length) : message,
  };
}
