/** The module option that would make a failed request succeed. */
export type Remedy = 'allowPrivate' | 'llm' | 'search';

/** How to fix each failure, by the names of the module's options. */
export const REMEDIES: Readonly<Record<Remedy, string>> = {
  allowPrivate:
    'Private and local addresses are refused by default: add the host, or its address, to the option allowPrivate',
  llm: 'No language model is configured: set the option llm, with model and apiKey or baseURL',
  search: 'No search is configured: set the option search, with local or searxng',
};
