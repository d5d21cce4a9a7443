/** Quality fields of a page whose template has a decision. */
export const SETTLED = {
  candidate: 'settled',
  reason: 'Pages of this kind agree on where their content is.',
} as const;
