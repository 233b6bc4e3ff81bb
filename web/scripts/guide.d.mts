import type { Plugin } from 'vite';

export interface Chapter {
  html: string;
  sections: { id: string; title: string; text: string }[];
}

export function renderChapter(markdown: string): Chapter;
export function guide(): Plugin;
