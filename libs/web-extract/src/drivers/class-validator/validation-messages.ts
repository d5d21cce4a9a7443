import type { ValidationError } from 'class-validator';

/** Messages for the invalid values of an instance, each with the path to the value. */
export function validationMessages(errors: readonly ValidationError[], path = ''): string[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const place = `${path}/${property}`;
    return [
      ...Object.values(constraints).map((message) => `${place}: ${message}`),
      ...validationMessages(children, place),
    ];
  });
}
