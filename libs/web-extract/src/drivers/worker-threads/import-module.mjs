// Copied as import-module.js to the ES module build; import-module.cjs is the CommonJS version.
export const importModule = (address) => import(address);
