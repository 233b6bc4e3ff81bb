import { Segmented } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartContext } from '@/entities/chart/chart-words';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { listText } from '@/ui/format/list';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { spectrumChart, spectrumTwin, type View } from '../model/record-charts';
import {
  type RecordWaveform,
  type RecordSpectrum as Spectrum,
  useSpectrum,
  type Where,
  type Window,
} from '../record-queries';
import look from '../records.module.css';
import { RecordChart } from './record-chart';
import { useAxisName } from './use-axis-name';
import { useRecordNames } from './use-record-names';

interface Props {
  where: Where;
  zone: string;
  record: RecordWaveform;
}

/** The amplitude spectra of a record, with their peaks. */
export function RecordSpectrum({ where, zone, record }: Props) {
  const { t } = useTranslation('records');
  const [window, setWindow] = useState<Window>(record.settings.window);
  const query = useSpectrum(where, record, window);
  return (
    <QueryPanel query={query} rows={6} failure={t('spectrumFailed')}>
      {(spectrum) => <Drawn zone={zone} record={record} spectrum={spectrum} window={window} onWindow={setWindow} />}
    </QueryPanel>
  );
}

interface DrawnProps {
  zone: string;
  record: RecordWaveform;
  spectrum: Spectrum;
  window: Window;
  onWindow: (window: Window) => void;
}

function Drawn({ zone, record, spectrum, window, onWindow }: DrawnProps) {
  const { t } = useTranslation('records');
  const context = useChartContext(zone);
  const names = useRecordNames();
  const name = useAxisName();
  const length = Math.max(0, ...spectrum.axes.map(({ amplitudes }) => amplitudes.length - 1)) * spectrum.step;
  const [view, setView] = useState<View>([0, length]);
  const build = useCallback((c: ChartContext) => spectrumChart(spectrum, view, names, c), [spectrum, view, names]);
  const peaks = listText(record.axes.map(({ field, frequency }) => `${name(field)} ${formatNumber(frequency, 2)} Hz`));
  const most = Math.max(0, ...spectrum.axes.map((axis) => axis.peaks.length));
  return (
    <>
      <RecordChart
        heading={t('spectrum')}
        subtitle={`${formatTime(record.time, zone)}, ${t(`windows.${window}`)}`}
        sentence={t('spectrumSentence', { time: formatTime(record.time, zone), peaks })}
        length={length}
        view={view}
        onView={setView}
        count={spectrum.axes.length}
        build={build}
        context={context}
        twin={() => spectrumTwin(spectrum, names, context)}
        controls={
          <Segmented<Window>
            size="small"
            aria-label={t('window')}
            value={window}
            options={[
              { value: 'hann', label: t('windows.hann') },
              { value: 'rectangular', label: t('windows.rectangular') },
            ]}
            onChange={onWindow}
          />
        }
      />
      <div className={look.table}>
        <h3>{t('peaks')}</h3>
        <DataTable<{ no: number }>
          label={t('peaks')}
          rowKey={(row) => row.no}
          dataSource={Array.from({ length: most }, (_, no) => ({ no }))}
          columns={[
            { key: 'no', title: t('rank'), render: (_, { no }) => no + 1 },
            ...spectrum.axes.map(({ field, unit, peaks: found }) => ({
              key: field,
              title: unit ? `${name(field)} (Hz, ${unit})` : `${name(field)} (Hz)`,
              align: 'right' as const,
              render: (_: unknown, { no }: { no: number }) => {
                const peak = found[no];
                return peak ? `${formatNumber(peak.frequency, 3)} · ${formatNumber(peak.amplitude, 4)}` : '–';
              },
            })),
          ]}
        />
      </div>
    </>
  );
}
