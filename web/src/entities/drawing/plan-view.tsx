import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelLegend } from '@/entities/alert/level-legend';
import { MapControls } from '@/entities/map/map-controls';
import { MapFoot } from '@/entities/map/map-foot';
import { PanelError, PanelSkeleton } from '@/ui/states';
import type { Plan, PlanMarker } from './plan';
import { PlanScale } from './plan-scale';
import styles from './plan-view.module.css';
import { type Sheet, usePicture } from './use-picture';
import { type Place, useSheetMap } from './use-sheet-map';

interface Props {
  plan: Plan;
  markers: readonly PlanMarker[];
  selectedId?: number | undefined;
  /** Shows names and values at all points with room for them. */
  showValues?: boolean;
  onOpen?: (marker: PlanMarker) => void;
  onClick?: ((place: Place) => void) | undefined;
  onMoved?: ((marker: PlanMarker, place: Place) => void) | undefined;
}

/** A drawing of a structure with its points: moved and enlarged by mouse, fingers and keys. */
export function PlanView({ plan, ...rest }: Props) {
  const { t } = useTranslation('plan');
  const loading = usePicture(plan.picture);
  if (loading.state === 'loading') return <PanelSkeleton rows={8} />;
  if (loading.state === 'failed') return <PanelError title={t('pictureFailed')} error={new Error(plan.name)} />;
  return <SheetView key={plan.id} plan={plan} sheet={loading.sheet} {...rest} />;
}

function SheetView({
  plan,
  sheet,
  markers,
  selectedId,
  showValues = false,
  onOpen,
  onClick,
  onMoved,
}: Props & { sheet: Sheet }) {
  const { t } = useTranslation('plan');
  const target = useRef<HTMLDivElement>(null);
  const map = useSheetMap(target, { sheet, markers, selectedId, showValues, onOpen, onClick, onMoved });
  const { hovered } = map;
  const label = t('label', { name: plan.name, count: markers.length });
  return (
    <div className={styles.view}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing is moved by arrow keys */}
      <div ref={target} className={styles.target} role="img" aria-label={label} tabIndex={0} />
      <MapControls onZoom={map.zoomBy} onFit={map.fit} />
      <MapFoot>
        <LevelLegend />
        <PlanScale plan={plan} sheet={sheet} resolution={map.resolution} />
      </MapFoot>
      {hovered && (
        <div className={styles.tip} role="tooltip" style={{ left: hovered.left + 14, top: hovered.top + 14 }}>
          <strong>{hovered.marker.name}</strong>
          {[hovered.marker.measurement, hovered.marker.value].filter(Boolean).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      )}
    </div>
  );
}
