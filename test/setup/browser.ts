/** The program of the browser of this run. Importing this file makes the setup look for one, or install one. */
export const browserProgram = process.env.TEST_BROWSER ?? '';

/** `describe` for behaviour that needs a browser: skipped if none could be started. */
export const describeWithBrowser = browserProgram ? describe : describe.skip;
