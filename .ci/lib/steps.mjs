import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../../scripts/ready/run.mjs';
import { readCount } from './count.mjs';

/**
 * Runs steps one after another and says how each went.
 *
 * A step counts what its output counts, or as one. After a vital step that failed no other is run.
 */
export async function runSteps(steps) {
  const results = [];
  for (const step of steps) {
    const result = await runStep(step);
    results.push(result);
    if (step.vital && result.failed > 0) break;
  }
  console.log('');
  for (const result of results) console.log(describe(result));
  return { passed: sum(results, 'passed'), failed: sum(results, 'failed') };
}

async function runStep({ name, command: [program, ...args], env }) {
  console.log(`\n=== ${name}`);
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    output = (output + chunk).slice(-2000);
  });
  const [code] = await once(child, 'close');
  return { name, seconds: (performance.now() - startedAt) / 1000, ...judge(readCount(output), code) };
}

function judge(count, code) {
  if (!count) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return { ...count, failed: code === 0 ? count.failed : Math.max(1, count.failed) };
}

function describe({ name, seconds, passed, failed }) {
  return `${failed > 0 ? 'FAILED' : 'ok    '} ${name.padEnd(22)} ${seconds.toFixed(0).padStart(4)} s  ${passed} passed, ${failed} failed.`;
}

function sum(results, field) {
  return results.reduce((total, result) => total + result[field], 0);
}
