/**
 * Where our Lua lies. Where a module lies is asked differently in each module format, so the answers are written by hand
 * (lua-folder.cjs, lua-folder.mjs) and copied beside each build, as the Lua is.
 */
export declare const LUA_FOLDER: string;
