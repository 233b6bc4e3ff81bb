import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeen } from '@/ui/use-seen';
import type { Pdf, PdfPage } from '../model/pdf';
import { scaleFor, sharpness, type Zoom } from '../model/zoom';
import styles from '../project-reports.module.css';

interface Props {
  pdf: Pdf;
  /** From 1. */
  number: number;
  /** Size in points until the page itself is read: that of the first one. */
  usual: { width: number; height: number };
  zoom: Zoom;
  /** Width that it may take, in pixels. */
  room: number;
}

/** A page, drawn when it is first seen; always black on white. */
export function PdfPageView({ pdf, number, usual, zoom, room }: Props) {
  const { t } = useTranslation('project-reports');
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const seen = useSeen(frame);
  const [page, setPage] = useState<PdfPage>();
  const [words, setWords] = useState('');
  const view = page?.getViewport({ scale: 1 }) ?? usual;
  const scale = scaleFor(zoom, view.width, room);
  const [width, height] = [Math.floor(view.width * scale), Math.floor(view.height * scale)];

  useEffect(() => {
    if (!seen) return;
    let gone = false;
    pdf.getPage(number).then(async (read) => {
      if (gone) return;
      setPage(read);
      const { items } = await read.getTextContent();
      if (!gone) setWords(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    }, ignored);
    return () => {
      gone = true;
    };
  }, [pdf, number, seen]);

  useEffect(() => {
    if (!page || !canvas.current) return;
    const sharp = sharpness(width, height, window.devicePixelRatio);
    const task = page.render({
      canvas: canvas.current,
      viewport: page.getViewport({ scale }),
      ...(sharp !== 1 && { transform: [sharp, 0, 0, sharp, 0, 0] }),
    });
    task.promise.catch(ignored);
    return () => task.cancel();
  }, [page, scale, width, height]);

  const sharp = sharpness(width, height, window.devicePixelRatio);
  return (
    <div ref={frame} className={styles.sheet} style={{ width, height }} data-page={number}>
      {page && (
        <canvas
          // A new size needs a new canvas: two renderings may not share one.
          key={`${width} ${sharp}`}
          ref={canvas}
          width={Math.floor(width * sharp)}
          height={Math.floor(height * sharp)}
          role="img"
          aria-label={t('preview.page', { number, total: pdf.numPages })}
        />
      )}
      <p className="visually-hidden">{words}</p>
    </div>
  );
}

/** A page that left the screen, or whose report is closed, needs no drawing; a broken file fails when it is opened. */
function ignored() {}
