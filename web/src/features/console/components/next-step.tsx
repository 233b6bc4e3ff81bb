import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAttributes } from '@/api/catalog';
import { type PointOwner, useVersions } from '@/entities/configuration/queries';
import { inForce, standing } from '@/entities/configuration/versions';
import { useCan } from '@/entities/permission/permissions';
import { missingStep, type Step } from '../model/missing-step';
import type { Point } from '../queries/points';
import styles from './next-step.module.css';

interface Props {
  point: Point;
  owner: PointOwner;
  tab: string;
}

/** What a point still needs before it is judged, with a link; nothing on the tab where it is set. */
export function NextStep({ point, owner, tab }: Props) {
  const { t } = useTranslation('console');
  const step = useMissingStep(point, owner);
  const mayEdit = useCan('Update:MeasuringPoint');
  if (!step || !mayEdit || step === tab) return null;
  return (
    <p className={styles.next}>
      <span>{t(`nextStep.why.${step}`)}</span>
      <Link to={`?tab=${step}`} replace>
        {t(`nextStep.${step}`)}
      </Link>
    </p>
  );
}

function useMissingStep(point: Point, owner: PointOwner): Step | null {
  const { data } = useVersions(owner);
  const attributes = useAttributes(point.measurement);
  if (!data || attributes.length === 0) return null;
  const now = Date.now();
  const set = new Set(data.map((one) => one.aspect).filter((aspect) => inForce(standing(data, aspect), now)));
  return missingStep(point.type ?? 'normal', set, attributes);
}
