import type { Plugin } from 'vite';

export interface Chapter {
  html: string;
  sections: { id: string; title: string; text: string }[];
}

export function renderChapter(markdown: string, picture?: (name: string, alt: string) => string): Chapter;
export function sizeOf(file: string): { width: number; height: number };
export function guide(): Plugin;
