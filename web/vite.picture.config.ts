import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The charts of the views as one script for the server, which draws pictures with it. */
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  build: {
    outDir: '../internal/feature/picture/dist',
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    lib: {
      entry: fileURLToPath(new URL('./src/features/data-views/picture/main.ts', import.meta.url)),
      formats: ['iife'],
      name: 'plumbline',
      fileName: () => 'picture.js',
    },
  },
});
