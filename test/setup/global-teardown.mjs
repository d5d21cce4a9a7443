/** Stops what the setup started. */
export default async function tearDown() {
  await globalThis.stopMachinery?.();
}
