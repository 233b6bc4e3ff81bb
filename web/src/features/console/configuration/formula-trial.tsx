import { ExperimentOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttributes, useLabel } from '@/api/catalog';
import { Refusal } from '@/entities/configuration/refusal';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import styles from './configuration.module.css';
import { type Rule, useTryFormula } from './queries';

interface Props {
  structureId: number;
  rules: Rule[];
  points: { id: number; name: string }[];
  measurement: string;
  zone: string;
}

const shownFields = 4;

/** Tries a formula on the newest readings of a point before it is saved. */
export function FormulaTrial({ structureId, rules, points, measurement, zone }: Props) {
  const { t } = useTranslation('configuration');
  const say = useLabel();
  const attributes = useAttributes(measurement);
  const [pointId, setPointId] = useState(points[0]?.id ?? 0);
  const [of, setOf] = useState('');
  const trial = useTryFormula();
  const now = JSON.stringify([rules, pointId]);
  const found = of === now ? trial.data : undefined; // the result of another text does not apply
  const fields = found?.fields.slice(0, shownFields) ?? [];
  const heading = (field: string, node?: number) => {
    const attribute = attributes.find((one) => one.name === field);
    const name = attribute ? `${say(attribute.label)}${attribute.unit ? ` ${attribute.unit}` : ''}` : field;
    return node ? `${name} · ${t('groups.node', { no: node })}` : name;
  };
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : formatNumber(value);
  return (
    <section className={styles.form} aria-label={t('formulas.try')}>
      <div className={styles.when}>
        <Select<number>
          style={{ width: '100%' }}
          aria-label={t('formulas.tryOn')}
          showSearch={{ optionFilterProp: 'label' }}
          value={pointId}
          options={points.map((point) => ({ value: point.id, label: point.name }))}
          onChange={setPointId}
        />
        <div>
          <Button
            icon={<ExperimentOutlined aria-hidden />}
            disabled={rules.length === 0}
            loading={trial.isPending}
            onClick={() => {
              setOf(now);
              trial.mutate({ structureId, pointId, rules });
            }}
          >
            {t('formulas.try')}
          </Button>
        </div>
      </div>
      {of === now && <Refusal error={trial.error} />}
      {found && found.list.length === 0 && <p className={styles.quiet}>{t('formulas.noReadings')}</p>}
      {found && found.list.length > 0 && (
        <div className={styles.scroll} role="status">
          <table className={styles.grid}>
            <caption className="visually-hidden">
              {t('formulas.tried', { name: points.find((point) => point.id === pointId)?.name ?? '' })}
            </caption>
            <thead>
              <tr>
                <th scope="col">{t('formulas.time')}</th>
                <th scope="col">{t('formulas.inputs')}</th>
                {fields.map((one) => (
                  <th scope="col" key={`${one.field}${one.node ?? 0}`}>
                    {heading(one.field, one.node)}
                    <br />
                    <span className={styles.quiet}>
                      {t('formulas.before')} → {t('formulas.after')}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.list.map((row) => (
                <tr key={row.time}>
                  <td className={styles.number}>{formatTime(row.time, zone, 'list')}</td>
                  <td className={styles.mono}>
                    {row.inputs
                      .slice(0, 6)
                      .map((one) => `${one.name}${one.node ? `[${one.node}]` : ''} ${number(one.value)}`)
                      .join('  ')}
                  </td>
                  {fields.map((one, i) => (
                    <td key={`${one.field}${one.node ?? 0}`} className={styles.number}>
                      {number(row.before[i])} → <b>{number(row.after[i])}</b>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
