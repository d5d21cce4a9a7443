/** Warning about a document that contains nothing but what is left out of others. */
export const ONLY_MARGINS = 'The document contains only headers, footers or comments, which are its content';
