// Copied as require-crawlee.js to the ES module build; require-crawlee.cjs is the CommonJS version.
import { createRequire } from 'node:module';

export const requireCrawlee = () => void createRequire(import.meta.url)('@crawlee/core');
