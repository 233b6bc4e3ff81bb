import { HighlightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { useKnown } from '../model/known';
import type { PointNote } from '../model/notes';
import { usePanelHost } from '../model/panel-host';
import type { PointState } from '../model/types';
import type { Span } from './mark-drawer';
import { StageNote } from './stage-notes';

const MarkDrawer = lazy(() => import('./mark-drawer'));

interface Of {
  point: PointState;
  zone: string;
  /** The part of the chart in view, where a span is proposed for those who enter its times. */
  view: Span;
  /** Only an icon. */
  tight: boolean;
}

/** Marking of a chart: people who may change data choose a part of it and write a note or a correction. */
export function useMarking({ point, zone, view, tight }: Of) {
  const { t } = useTranslation('marks');
  const may = useCan('Update:Data');
  const known = useKnown();
  const host = usePanelHost();
  const [on, setOn] = useState(false);
  const [open, setOpen] = useState<{ span: Span; note: PointNote | null } | null>(null);
  const offered = may && known === null && host === null;
  const choosing = offered && on;
  useEffect(() => {
    if (!choosing) return;
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setOn(false);
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [choosing]);
  const choose = (span: Span) => {
    setOn(false);
    setOpen({ span, note: null });
  };
  const button: ReactNode = offered && (
    <Button
      icon={<HighlightOutlined aria-hidden />}
      type={choosing ? 'primary' : 'default'}
      aria-pressed={choosing}
      {...(tight ? { title: t('mark'), 'aria-label': t('mark') } : {})}
      onClick={() => setOn(!on)}
    >
      {tight ? null : t('mark')}
    </Button>
  );
  return {
    button,
    onSpan: choosing ? choose : undefined,
    edit: (note: PointNote) => setOpen({ span: note, note }),
    hint: choosing && (
      <StageNote>
        {t('choose')}
        <Button type="link" onClick={() => choose(view)}>
          {t('enter')}
        </Button>
        <Button type="link" onClick={() => setOn(false)}>
          {t('leave')}
        </Button>
      </StageNote>
    ),
    drawer: open && (
      <Suspense fallback={null}>
        <MarkDrawer point={point} zone={zone} span={open.span} note={open.note} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  };
}
