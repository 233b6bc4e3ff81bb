import { DownOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import styles from '../../components/analysis.module.css';
import { Named } from '../../components/analysis-page';
import type { AnalysisChange, AnalysisState } from '../../model/analysis';
import { casingCharts, casingGroups, stableLengths } from '../../model/casing';

interface Props {
  zone: string;
  state: AnalysisState;
  change: (change: AnalysisChange) => void;
  times: readonly number[];
  time: number | null;
  base: number | null;
}

/** The two surveys, the errors to estimate, the stable zone, and what is drawn. */
export function QualityControls({ zone, state, change, times, time, base }: Props) {
  const { t } = useTranslation('analysis');
  const choice = (name: string, value: number | null, others: readonly number[], choose: (time: number) => void) => (
    <Named name={name}>
      <Select
        aria-label={name}
        popupMatchSelectWidth={false}
        value={value}
        options={others.map((one) => ({ value: one, label: formatTime(one, zone) }))}
        onChange={choose}
      />
    </Named>
  );
  return (
    <>
      {choice(t('quality.survey'), time, times, (survey) => change({ survey }))}
      {choice(
        t('quality.base'),
        base,
        times.filter((one) => one !== time),
        (against) => change({ against }),
      )}
      <Popover
        trigger="click"
        placement="bottomLeft"
        content={
          <div className={styles.choice}>
            <Checkbox.Group
              className={styles.pair ?? ''}
              value={[...state.errors]}
              options={casingGroups.map((value) => ({
                value,
                label: t(`quality.group.${value}`),
                disabled: state.errors.length === 1 && state.errors[0] === value,
              }))}
              onChange={(chosen) => change({ errors: casingGroups.filter((one) => chosen.includes(one)) })}
            />
          </div>
        }
      >
        <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
          {t('quality.errors', { count: state.errors.length })}
        </Button>
      </Popover>
      <Named name={t('quality.zone')}>
        <Select
          aria-label={t('quality.zone')}
          popupMatchSelectWidth={false}
          value={state.stable}
          options={[...new Set([...stableLengths, state.stable])].map((value) => ({
            value: value as number,
            label: value === 0 ? t('quality.third') : t('quality.lowest', { length: value }),
          }))}
          onChange={(stable: number) => change({ stable })}
        />
      </Named>
      <Segmented
        aria-label={t('quality.drawn')}
        value={state.chart}
        options={casingCharts.map((value) => ({ value, label: t(`quality.chart.${value}`) }))}
        onChange={(chart) => change({ chart })}
      />
    </>
  );
}
