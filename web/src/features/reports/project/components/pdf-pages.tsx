import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelError, PanelSkeleton } from '@/ui/states';
import { useSize } from '@/ui/use-size';
import type { Pdf } from '../model/pdf';
import { pageAt, type Zoom } from '../model/zoom';
import styles from '../project-reports.module.css';
import { PdfPageView } from './pdf-page';

interface Opened {
  pdf: Pdf;
  usual: { width: number; height: number };
}

export interface PdfFile {
  /** Its checksum: another one is another file. */
  sha256: string;
  /** Asks for its address. */
  address: () => Promise<string>;
}

/** Opens a file, and again when it was printed again. Undefined: there is none yet. */
function usePdf(file: PdfFile | undefined) {
  const [opened, setOpened] = useState<Opened>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // The reader is big and its link short-lived: both are loaded only for a preview.
  const reader = useQuery({
    queryKey: ['pdf-reader'],
    queryFn: () => import('../model/pdf'),
    staleTime: Infinity,
    enabled: file !== undefined,
  });
  const openPdf = reader.data?.openPdf;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new file has another hash, and a retry another attempt
  useEffect(() => {
    if (!openPdf || !file) return;
    let close = () => {};
    let gone = false;
    const open = async () => {
      const address = await file.address();
      if (gone) return;
      const task = openPdf(address);
      close = task.close;
      const pdf = await task.pdf;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!gone) setOpened({ pdf, usual: { width, height } });
    };
    open().catch((error: unknown) => gone || setFailure(error));
    return () => {
      gone = true;
      close();
      setOpened(undefined);
      setFailure(undefined);
    };
  }, [openPdf, file?.sha256, attempt]);
  const retry = () => {
    if (reader.error) reader.refetch();
    else setAttempt(attempt + 1);
  };
  return { opened, failure: reader.error ?? failure, retry };
}

/**
 * The pages of a file as they are printed, and the tools that turn and zoom them. The frame around the pages says how
 * wide they may be; it is there before the file is.
 */
export function usePdfPages(file: PdfFile | undefined, frame: RefObject<HTMLElement | null>) {
  const { t } = useTranslation('project-reports');
  const { opened, failure, retry } = usePdf(file);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [current, setCurrent] = useState(0);
  const area = useRef<HTMLElement>(null);
  const { width: room } = useSize(frame);
  const total = opened?.pdf.numPages ?? 0;
  const sheets = () => [...(area.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])];

  function turnTo(index: number) {
    const sheet = sheets()[Math.min(Math.max(index, 0), total - 1)];
    if (sheet && area.current) area.current.scrollTop = sheet.offsetTop - 8;
  }

  function onKey(event: KeyboardEvent) {
    const to = { PageDown: current + 1, PageUp: current - 1, Home: 0, End: total - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    turnTo(to);
  }

  function onScroll() {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = area.current ?? {};
    const atEnd = scrollTop + clientHeight >= scrollHeight - 2;
    setCurrent(
      atEnd && scrollTop > 0
        ? total - 1
        : pageAt(
            sheets().map((sheet) => sheet.offsetTop),
            scrollTop,
            clientHeight,
          ),
    );
  }

  const tools = total > 0 && (
    <span className={styles.tools}>
      <Button
        size="small"
        type="text"
        icon={<LeftOutlined aria-hidden />}
        aria-label={t('preview.previous')}
        disabled={current === 0}
        onClick={() => turnTo(current - 1)}
      />
      <span aria-live="polite">{t('preview.at', { number: Math.min(current, total - 1) + 1, total })}</span>
      <Button
        size="small"
        type="text"
        icon={<RightOutlined aria-hidden />}
        aria-label={t('preview.next')}
        disabled={current >= total - 1}
        onClick={() => turnTo(current + 1)}
      />
      <Segmented<Zoom>
        size="small"
        aria-label={t('preview.zoom')}
        value={zoom}
        options={[
          { value: 'fit', label: t('preview.fit') },
          { value: 'full', label: '100%' },
        ]}
        onChange={setZoom}
      />
    </span>
  );
  const pages = (
    <section
      ref={area}
      className={styles.paper}
      aria-label={t('preview.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
      tabIndex={0}
      onKeyDown={onKey}
      onScroll={onScroll}
    >
      {failure !== undefined && failure !== null ? (
        <PanelError title={t('preview.failed')} error={failure} onRetry={retry} />
      ) : opened && room > 0 ? (
        Array.from({ length: total }, (_, index) => (
          <PdfPageView
            // biome-ignore lint/suspicious/noArrayIndexKey: pages never move
            key={index}
            pdf={opened.pdf}
            number={index + 1}
            usual={opened.usual}
            zoom={zoom}
            room={room}
          />
        ))
      ) : (
        <PanelSkeleton rows={12} />
      )}
    </section>
  );
  return { tools, pages, total };
}
