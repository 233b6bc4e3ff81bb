import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Can } from '@/entities/permission/can';
import { listText } from '@/ui/format/list';
import type { Slave } from '../model/master';
import type { PointState } from '../model/types';
import { consolePath } from './range-empty';
import { StageNote } from './stage-notes';

/** Says that a composite point has no sub-points, or some that are read too seldom for its interval. */
export function SlavesNote({ slaves, point }: { slaves: readonly Slave[]; point: PointState }) {
  const { t } = useTranslation('data-views');
  const slow = [...new Set(slaves.filter((one) => one.slow).map(({ name }) => name))];
  if (slaves.length > 0 && slow.length === 0) return null;
  return (
    <StageNote>
      {slaves.length === 0 ? t('master.none') : t('master.slow', { names: listText(slow) })}
      <Can any={['Update:MeasuringPoint']}>
        <Link to={consolePath(point, slaves.length === 0 ? 'binding' : 'collect')}>
          {t(slaves.length === 0 ? 'empty.setUp' : 'master.setInterval')}
        </Link>
      </Can>
    </StageNote>
  );
}
