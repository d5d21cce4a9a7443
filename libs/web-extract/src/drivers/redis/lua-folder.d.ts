/**
 * Folder of the Lua scripts. The path of a module is determined differently in each module format, so both versions
 * are handwritten
 * (lua-folder.cjs, lua-folder.mjs) and copied to their builds, as are the scripts.
 */
export declare const LUA_FOLDER: string;
