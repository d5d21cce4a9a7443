/** Why lists may be empty although the application has started something. */
export function OwnerNote() {
  return (
    <p class="quiet">
      A key sees what belongs to its owner. What the application starts itself belongs to the owner{' '}
      <code>host</code>: give a key that owner with <code>{"auth: { keys: [{ key, owner: 'host' }] }"}</code>.
    </p>
  );
}
