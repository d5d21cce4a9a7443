/**
 * Prints a step with the time it takes: counted on a terminal, elsewhere printed at its start and its end.
 *
 * @returns the result of `work`
 */
export async function step(label, work, output = process.stdout) {
  const startedAt = performance.now();
  const line = () => `${label} … ${Math.round((performance.now() - startedAt) / 1000)} s`;
  output.write(output.isTTY ? line() : `${label} …\n`);
  const timer = output.isTTY ? setInterval(() => output.write(`\r${line()}`), 1000) : undefined;
  try {
    return await work();
  } finally {
    clearInterval(timer);
    output.write(`${output.isTTY ? '\r' : ''}${line()}\n`);
  }
}
