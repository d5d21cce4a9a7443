/** Hash of the rules and models of the converter. Set by the build. */
export const TEXT_VERSION: string = 'source';
