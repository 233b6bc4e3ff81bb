import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartContext } from '@/entities/chart/chart-words';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { listText } from '@/ui/format/list';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { covers, excerptOf, recordSeconds, type View, waveChart, waveTwin } from '../model/record-charts';
import { type RecordWaveform, useRecord, type Where } from '../record-queries';
import look from '../records.module.css';
import { RecordChart } from './record-chart';
import { useAxisName } from './use-axis-name';
import { useRecordNames } from './use-record-names';

interface Props {
  where: Where;
  zone: string;
  record: RecordWaveform;
}

/** The waveform of a record. Zooming in asks for the samples of the part in view. */
export function RecordWave({ where, zone, record }: Props) {
  const { t } = useTranslation('records');
  const context = useChartContext(zone);
  const names = useRecordNames();
  const name = useAxisName();
  const length = recordSeconds(record);
  const [view, setView] = useState<View>([0, length]);
  const part = record.each > 1 && view[1] - view[0] < length * 0.9;
  const detail = useRecord(where, record, part ? excerptOf(record, view) : null, part);
  const shown = part && detail.data && covers(detail.data, view) ? detail.data : record;
  const build = useCallback((c: ChartContext) => waveChart(shown, view, names, c), [shown, view, names]);
  const peaks = listText(record.axes.map(({ field, peak, unit }) => `${name(field)} ${formatNumber(peak, 3)} ${unit}`));
  return (
    <RecordChart
      heading={t('wave')}
      subtitle={listText([formatTime(record.time, zone), `${formatNumber(record.rate, 0)} Hz`])}
      sentence={t('waveSentence', { time: formatTime(record.time, zone), length: formatNumber(length, 1), peaks })}
      length={length}
      view={view}
      onView={setView}
      count={record.axes.length}
      build={build}
      context={context}
      twin={() => waveTwin(shown, names, context)}
      foot={
        <p className={`${look.table} ${look.quiet}`}>
          {shown.each > 1 ? t('reduced', { count: shown.each, text: formatNumber(shown.each, 0) }) : t('everySample')}{' '}
          {t('howToZoom')}
        </p>
      }
    />
  );
}
