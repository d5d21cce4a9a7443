/** Stops what the setup started. */
export default async function tearDown() {
  const started = globalThis.stopMachinery ?? [];
  globalThis.stopMachinery = [];
  await Promise.all(started.map((stop) => stop()));
}
