import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { climate } from './climate.js';
import { contention } from './contention.js';
import { fileSystem } from './fileSystem.js';
import { health } from './health.js';
import { jobs } from './jobs.js';
import { now } from './now.js';
import { replay } from './replay.js';
import { slowdown } from './slowdown.js';
import { umami } from './umami.js';
import { wall } from './wall.js';
import { workload } from './workload.js';

const BOARDS = [wall, now, fileSystem, slowdown, contention, jobs, climate, umami, workload, replay, health];

/** The JSON of a dashboard; panels are numbered in their order, so that links to one of them last. */
function json(built: dashboard.Dashboard): string {
  let number = 0;
  for (const panel of built.panels ?? []) {
    panel.id = ++number;
  }
  return JSON.stringify(built, null, 2) + '\n';
}

const check = process.argv[2] === '--check';
const folder = process.argv[check ? 3 : 2];
if (folder === undefined) {
  console.error('usage: node target/main.js [--check] FOLDER');
  process.exit(2);
}
const expected = new Map(BOARDS.map(make => make().build()).map(built => [`${built.uid}.json`, json(built)]));
if (check) {
  const present = fs.readdirSync(folder);
  const wrong = [...expected.keys()].filter(
    file => !present.includes(file) || fs.readFileSync(path.join(folder, file), 'utf8') !== expected.get(file),
  );
  wrong.push(...present.filter(file => !expected.has(file)));
  if (wrong.length > 0) {
    console.error(`${folder} is not what the sources say: ${wrong.join(', ')}. Build it: npm run build`);
    process.exit(1);
  }
} else {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  expected.forEach((text, file) => fs.writeFileSync(path.join(folder, file), text));
}
