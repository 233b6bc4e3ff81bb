// The legacy build runs in browsers that are some years old; the other one needs this year's.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { readApiError } from '@/api/errors';

export type Pdf = PDFDocumentProxy;
export type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;

GlobalWorkerOptions.workerSrc = workerUrl;

/** Opens a PDF file of the server; `close` ends the transfer and frees the worker. */
export function openPdf(url: string): { pdf: Promise<Pdf>; close: () => void } {
  const stop = new AbortController();
  let end: (() => void) | undefined;
  const open = async () => {
    // The reader's own transfer leaves an error that nobody catches when it is ended.
    const response = await fetch(url, { signal: stop.signal });
    if (!response.ok) throw await readApiError(response);
    const data = await response.arrayBuffer();
    stop.signal.throwIfAborted();
    // The policy of the page forbids eval, and forms with scripts are not shown.
    const task = getDocument({ data, isEvalSupported: false, enableXfa: false });
    end = () => void task.destroy();
    return task.promise;
  };
  const close = () => {
    stop.abort();
    end?.();
  };
  return { pdf: open(), close };
}
