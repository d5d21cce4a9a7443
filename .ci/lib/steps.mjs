import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { ROOT } from '../../scripts/ready/run.mjs';
import { readCount } from './count.mjs';

/** Nice value of the sessions of patient steps: they get a quarter of a processor that others want. Less would exceed their time limits. */
const PATIENT_SESSION = '5';

/** A step that takes longer than its `minutes` hangs: its processes are killed and it counts as failed. */
const MINUTES = 45;

/**
 * Runs steps one after another, and says how each went. Neighbours that are in lanes run side by side: each lane one step after another.
 *
 * Patient steps next to others run at the lowest priority. A step counts what its output counts, or as one. After a vital step that
 * failed no other is run.
 *
 * @param passed steps that need not run again while their inputs are the same; null: all run
 */
export async function runSteps(steps, passed = null) {
  const results = [];
  for (const lanes of stretchesOf(steps)) {
    const ended = await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1, passed)));
    results.push(...ended.flat());
    if (ended.flat().some(({ vital, failed }) => vital && failed > 0)) break;
  }
  console.log('');
  for (const result of results) console.log(describe(result));
  return { passed: sum(results, 'passed'), failed: sum(results, 'failed') };
}

/** Steps that follow each other and are in a lane, by lane; each other step by itself. */
function stretchesOf(steps) {
  const stretches = [];
  let lanes = null;
  for (const step of steps) {
    if (step.lane === undefined || !lanes) stretches.push((lanes = new Map()));
    lanes.set(step.lane, [...(lanes.get(step.lane) ?? []), step]);
    if (step.lane === undefined) lanes = null;
  }
  return stretches.map((stretch) => [...stretch.values()]);
}

async function runLane(steps, isBesideOthers, passed) {
  const results = [];
  for (const step of steps) {
    const known = passed?.find(step);
    const result = known ? unchanged(step, known) : await runStep(step, isBesideOthers);
    if (!known && result.failed === 0) passed?.store(step, result);
    results.push(result);
  }
  return results;
}

function unchanged({ name, vital }, { commit, passed }) {
  console.log(`\n=== ${name}: unchanged since ${commit}`);
  return { name, vital, seconds: 0, passed, failed: 0, commit };
}

async function runStep(step, isBesideOthers) {
  const { name, vital, command, env, minutes = MINUTES, isPatient } = step;
  const [program, ...args] = command;
  console.log(`\n=== ${name}`);
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a process group of its own, so that what it started ends with it
  });
  if (isPatient && isBesideOthers) giveWay(child.pid);
  const deadline = setTimeout(() => {
    console.error(`${name}: not done after ${minutes} minutes; killed`);
    killGroup(child);
  }, minutes * 60_000);
  endWithThis(child);
  const mark = isBesideOthers ? `${name} | ` : '';
  pass(child.stderr, process.stderr, mark);
  pass(child.stdout, process.stdout, mark);
  let output = '';
  child.stdout.on('data', (chunk) => (output = (output + chunk).slice(-2000)));
  const [code] = await once(child, 'close');
  clearTimeout(deadline);
  const seconds = (performance.now() - startedAt) / 1000;
  return { name, vital, seconds, ...judge(readCount(output), code) };
}

/** Linux may weigh sessions against each other, and priorities of processes only within one (autogroups, sched(7)). Each step is a session. */
function giveWay(pid) {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, PATIENT_SESSION);
  } catch {
    // another system, or one without groups of sessions
  }
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // none is left in the group
  }
  child.stdout.destroy(); // a process that left the group may still hold it
  child.stderr.destroy();
}

/** Ctrl+C reaches this process only, as children are in groups of their own. */
function endWithThis(child) {
  const end = (signal) => {
    killGroup(child);
    process.kill(process.pid, signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, end);
    child.once('close', () => process.off(signal, end));
  }
}

/** Says of each line whose it is, where several speak at once. */
function pass(from, to, mark) {
  if (mark === '') from.on('data', (chunk) => to.write(chunk));
  else createInterface(from).on('line', (line) => to.write(`${mark}${line}\n`));
}

function judge(count, code) {
  if (!count) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return { ...count, failed: code === 0 ? count.failed : Math.max(1, count.failed) };
}

function describe({ name, seconds, passed, failed, commit }) {
  if (commit) return `ok     ${name.padEnd(22)} unchanged since ${commit} (${passed} passed)`;
  return `${failed > 0 ? 'FAILED' : 'ok    '} ${name.padEnd(22)} ${seconds.toFixed(0).padStart(4)} s  ${passed} passed, ${failed} failed.`;
}

function sum(results, field) {
  return results.reduce((total, result) => total + result[field], 0);
}
