/** The field `zeroDataRetention` of a job's request. */
export const zeroRetention = (isWanted: boolean | undefined): { readonly zeroDataRetention?: true } =>
  isWanted ? { zeroDataRetention: true } : {};
