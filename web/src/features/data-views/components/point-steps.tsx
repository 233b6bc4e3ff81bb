import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping, neighbor } from '../model/point-steps';
import type { PointState } from '../model/types';

interface Props {
  /** The points in the order of the tree. */
  points: readonly PointState[];
  pointId: number;
  onPoint: (point: PointState) => void;
}

const keys = { '[': -1, ']': 1 } as const;

/** Leads to the previous and the next point, by button or by the keys [ and ]. */
export function PointSteps({ points, pointId, onPoint }: Props) {
  const { t } = useTranslation('presets');
  const step = useRef<(by: -1 | 1) => void>(() => {});
  step.current = (by) => {
    const point = neighbor(points, pointId, by);
    if (point) onPoint(point);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = keys[event.key as keyof typeof keys];
      if (!by || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
      event.preventDefault();
      step.current(by);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const button = (by: -1 | 1, key: string, label: string, icon: typeof UpOutlined) => {
    const Icon = icon;
    return (
      <Tooltip title={`${label} ${key}`}>
        <Button
          type="text"
          icon={<Icon aria-hidden />}
          aria-label={label}
          aria-keyshortcuts={key}
          disabled={!neighbor(points, pointId, by)}
          onClick={() => step.current(by)}
        />
      </Tooltip>
    );
  };
  return (
    <>
      {button(-1, '[', t('previousPoint'), UpOutlined)}
      {button(1, ']', t('nextPoint'), DownOutlined)}
    </>
  );
}
