// Stands as asset-folder.js beside the ES module build; asset-folder.cjs is its twin for the CommonJS build.
import { fileURLToPath } from 'node:url';

export const ASSET_FOLDER = fileURLToPath(new URL('../playground', import.meta.url));
