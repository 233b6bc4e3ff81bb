import { Checkbox, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '@/ui/format/number';
import { SurveyImport } from '../../components/survey-import';
import styles from '../../components/survey-import.module.css';
import { type PipePreview, pipeFields } from '../../model/survey-import';
import type { ViewProps } from '../../model/view';
import { type PipeMore, usePipeImport } from '../../queries/survey-import';

const nothing: PipeMore = {};

/** pam-data-import: the file of a survey of a pipe, its columns, what it computes, and its import. */
export default function PipeImportView({ zone, point, page }: ViewProps) {
  const { t } = useTranslation('data-views');
  return (
    <SurveyImport<PipePreview, PipeMore>
      title={page.title}
      zone={zone}
      calls={usePipeImport(point)}
      start={nothing}
      fields={pipeFields}
      fieldName={(field) => t(`pipeImport.field.${field as 'pitch'}`)}
      incomplete={t('pipeImport.incomplete')}
      done={(time) => (
        <Link to={`../pam-chart?at=${time}`} relative="path">
          {t('pipeImport.show')}
        </Link>
      )}
    >
      {(preview, more, onMore) => ({
        parameters: <Parameters {...{ preview, more, onMore }} />,
        result: <Result preview={preview} />,
      })}
    </SurveyImport>
  );
}

interface ParametersProps {
  preview: PipePreview;
  more: PipeMore;
  onMore: (more: PipeMore) => void;
}

function Parameters({ preview, more, onMore }: ParametersProps) {
  const { t } = useTranslation('data-views');
  const { open: _open, ...rest } = more;
  return (
    <>
      <Segmented
        aria-label={t('pipeImport.direction')}
        value={more.direction ?? (preview.backward ? 'backward' : 'forward')}
        options={(['forward', 'backward'] as const).map((value) => ({ value, label: t(`pipe.${value}`) }))}
        onChange={(direction) => onMore({ ...more, direction })}
      />
      <Checkbox checked={!more.open} onChange={({ target }) => onMore(target.checked ? rest : { ...rest, open: true })}>
        {t('pipeImport.closure')}
      </Checkbox>
    </>
  );
}

function Result({ preview }: { preview: PipePreview }) {
  const { t } = useTranslation('data-views');
  const { length, misclosure, perMille, known, closed, end } = preview;
  return (
    <dl className={styles.facts}>
      <dt>{t('pipe.stations')}</dt>
      <dd>{formatNumber(preview.stations, 0)}</dd>
      <dt>{t('pipe.length')}</dt>
      <dd>{formatNumber(length, 2)} m</dd>
      <dt>{t('pipe.misclosure')}</dt>
      <dd>
        {known
          ? `${formatNumber(misclosure, 4)} m (${formatNumber(perMille, 2)} ‰)${closed ? '' : ` · ${t('pipe.unclosed')}`}`
          : t('pipeImport.unknown')}
      </dd>
      <dt>{t('pipeImport.end')}</dt>
      <dd>{end.map((one) => formatNumber(one, 3)).join(' / ')} m</dd>
    </dl>
  );
}
