/**
 * Where the built page lies. Where a module lies is asked differently in each module format, so the answers are written by hand
 * (asset-folder.cjs, asset-folder.mjs) and copied beside each build.
 */
export declare const ASSET_FOLDER: string;
