const RESET = '\u001b[0m';
const STYLES: readonly (readonly [start: string, style: string])[] = [
  ['+++', '\u001b[1m'],
  ['---', '\u001b[1m'],
  ['@@', '\u001b[36m'],
  ['+', '\u001b[32m'],
  ['-', '\u001b[31m'],
];

/** Colors the lines of a unified diff of one text. */
export function paintDiff(diff: string): string {
  let isHeader = true;
  const paint = (line: string): string => {
    if (line.startsWith('@@')) isHeader = false;
    const styles = isHeader ? STYLES : STYLES.slice(2); // a deleted rule reads `----`
    const style = styles.find(([start]) => line.startsWith(start))?.[1];
    return style === undefined || line === '' ? line : `${style}${line}${RESET}`;
  };
  return diff.split('\n').map(paint).join('\n');
}
