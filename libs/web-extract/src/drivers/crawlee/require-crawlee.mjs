// Stands as require-crawlee.js beside the ES module build; require-crawlee.cjs is its twin for the CommonJS build.
import { createRequire } from 'node:module';

export const requireCrawlee = () => void createRequire(import.meta.url)('@crawlee/core');
