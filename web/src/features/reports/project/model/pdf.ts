// The legacy build runs in browsers that are some years old; the other one needs this year's.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

export type Pdf = PDFDocumentProxy;
export type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;

GlobalWorkerOptions.workerSrc = workerUrl;

/** Opens a PDF file of the server. It is read while it is shown; `close` ends that and frees the worker. */
export function openPdf(url: string): { pdf: Promise<Pdf>; close: () => void } {
  // The policy of the page forbids eval, and forms with scripts are not shown.
  const task = getDocument({ url, isEvalSupported: false, enableXfa: false });
  return { pdf: task.promise, close: () => void task.destroy() };
}
