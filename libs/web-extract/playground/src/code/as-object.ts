/** A value as an object literal: names without quotes where none are needed. */
export function asObject(value: unknown, indent = 0): string {
  const json = JSON.stringify(value, null, 2) ?? 'undefined';
  const text = json
    .split('\n')
    .map((line) => line.replace(/^(\s*)"([A-Za-z_$][\w$]*)":/, '$1$2:'))
    .join('\n');
  return text.replaceAll('\n', `\n${' '.repeat(indent)}`);
}

/** Without what is not there. */
export function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
