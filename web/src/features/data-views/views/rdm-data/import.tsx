import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { SurveyImport } from '../../components/survey-import';
import styles from '../../components/survey-import.module.css';
import { checksumText } from '../../components/survey-texts';
import { type CasingPreview, casingFields } from '../../model/survey-import';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useCasingImport } from '../../queries/survey-import';

interface Props {
  zone: string;
  point: PointState;
  change: (change: Partial<ViewState>) => void;
}

const nothing = {};

/** The import of a survey from the file of an inclinometer probe. */
export function CasingImport({ zone, point, change }: Props) {
  const { t } = useTranslation(['surveys', 'data-views']);
  return (
    <SurveyImport<CasingPreview, object>
      title={t('importTitle')}
      extra={
        <Button type="link" onClick={() => change({ mode: null })}>
          {t('back')}
        </Button>
      }
      zone={zone}
      calls={useCasingImport(point)}
      start={nothing}
      fields={casingFields}
      fieldName={(field) => (field === 'depth' ? t('depth') : field.toUpperCase())}
      incomplete={t('incomplete')}
      done={(time) => (
        <Button type="link" onClick={() => change({ mode: null, at: time })}>
          {t('show')}
        </Button>
      )}
    >
      {(preview) => ({ result: <Result preview={preview} /> })}
    </SurveyImport>
  );
}

function Result({ preview }: { preview: CasingPreview }) {
  const { t } = useTranslation(['surveys', 'data-views']);
  const { stations, total, from, to, a, b } = preview;
  const singles = Math.max(a.oneDirection, b.oneDirection);
  const quality = (axis: CasingPreview['a']) =>
    `${checksumText(axis)} ${t('data-views:survey.digit')}${axis.doubtful ? ` · ${t('doubtful')}` : ''}`;
  return (
    <dl className={styles.facts}>
      <dt>{t('data-views:survey.stations')}</dt>
      <dd>{t('stationsOf', { count: stations, total })}</dd>
      <dt>{t('data-views:survey.range')}</dt>
      <dd>
        {formatNumber(from, 1)}–{formatNumber(to, 1)} m
      </dd>
      <dt>{t('data-views:survey.checksumOf', { axis: 'A' })}</dt>
      <dd>{quality(a)}</dd>
      {b.mean !== null && (
        <>
          <dt>{t('data-views:survey.checksumOf', { axis: 'B' })}</dt>
          <dd>{quality(b)}</dd>
        </>
      )}
      {singles > 0 && (
        <>
          <dt>{t('oneDirection')}</dt>
          <dd>{t('singles', { count: singles })}</dd>
        </>
      )}
    </dl>
  );
}
