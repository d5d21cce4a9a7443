// Stands as import-module.js beside the ES module build; import-module.cjs is its twin for the CommonJS build.
export const importModule = (address) => import(address);
