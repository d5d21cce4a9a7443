/** Least status of a response that says why the page is not there. */
const LEAST_ERROR_STATUS = 400;

export const isErrorStatus = (statusCode: number): boolean => statusCode >= LEAST_ERROR_STATUS;
