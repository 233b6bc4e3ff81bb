// The lock file names packages and their hashes, never where they were downloaded from.
import { readFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const bad = Object.entries(lock.packages).filter(([, entry]) => entry.resolved?.startsWith('http'));
if (bad.length > 0) {
  console.error(`package-lock.json names download addresses: ${bad.map(([name]) => name).join(', ')}`);
  process.exit(1);
}
