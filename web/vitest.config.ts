import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { guide } from './scripts/guide.mjs';

// Two projects, so that pure tests never pay for a DOM.
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    globals: true,
    css: false,
    pool: 'threads',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'unit', environment: 'node', include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs'] },
      },
      {
        extends: true,
        plugins: [react(), guide()],
        test: {
          name: 'dom',
          environment: 'jsdom',
          isolate: false,
          testTimeout: 15_000,
          setupFiles: ['./src/test/setup.ts'],
          include: ['src/**/*.test.tsx'],
        },
      },
    ],
  },
});
