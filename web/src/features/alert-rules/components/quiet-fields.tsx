import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '@/entities/alert/level-tag';
import { MinutePicker } from '@/ui/form/minute-picker';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../alert-rules.module.css';
import type { RuleForm } from '../model/form';
import { clock, quietParts } from '../model/quiet';

const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** The hours in which messages about low levels wait, as a bar of the day. */
export function QuietFields({ values: { quietLevel, quietFrom, quietTo } }: { values: RuleForm }) {
  const { t } = useTranslation(['alert-rules', 'common']);
  const level = (value: number) => t(`common:level.${value as 1}`);
  const span = { from: clock(quietFrom), to: clock(quietTo) };
  return (
    <>
      <h3>{t('quiet.title')}</h3>
      <div className={styles.quiet}>
        <Form.Item name="quietLevel" label={t('quiet.level')}>
          <Select
            options={[
              { value: 0, label: t('quiet.none') },
              { value: 1, label: t('quiet.blueOnly', { level: level(1) }) },
              ...[2, 3].map((value) => ({ value, label: t('quiet.upTo', { level: level(value) }) })),
            ]}
          />
        </Form.Item>
        {quietLevel > 0 && (
          <>
            <Form.Item name="quietFrom" label={t('quiet.from')}>
              <MinutePicker />
            </Form.Item>
            <Form.Item name="quietTo" label={t('quiet.to')}>
              <MinutePicker />
            </Form.Item>
          </>
        )}
      </div>
      {quietLevel > 0 && (
        <>
          <div className={styles.day} role="img" aria-label={t('quiet.bar', span)}>
            {quietParts(quietFrom, quietTo).map(({ from, to }, i) => (
              <span key={from} style={{ left: `${(from / 1440) * 100}%`, width: `${((to - from) / 1440) * 100}%` }}>
                {i === 0 && `${span.from}–${span.to}`}
              </span>
            ))}
          </div>
          <div className={styles.hours} aria-hidden="true">
            {hours.map((hour) => (
              <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
                {clock(hour * 60)}
              </span>
            ))}
          </div>
          <p className={styles.never}>
            {t('quiet.never')}
            {[4, 3, 2]
              .filter((one) => one > quietLevel)
              .map((one) => (
                <LevelTag key={one} level={asLevel(one)} />
              ))}
          </p>
          <p className={styles.hint}>{t('quiet.held', { time: span.to })}</p>
        </>
      )}
    </>
  );
}
