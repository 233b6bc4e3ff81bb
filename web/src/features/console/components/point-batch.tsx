import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery, measurementsQuery, useLabel } from '@/api/catalogue';
import { ApiError } from '@/api/errors';
import { DeviceSelect } from '@/shared/configuration/editors/device-select';
import { Refusal } from '@/shared/configuration/refusal';
import studio from '@/shared/configuration/version-studio.module.css';
import { NumberField } from '@/shared/form/number-field';
import { addLines, lineErrors, linesFromText, type PointLine } from '../model/batch';
import styles from '../pages/console.module.css';
import { useCreatePoints } from '../queries/points';

interface Props {
  open: boolean;
  projectId: number;
  corporationId: number;
  structureId: number;
  itemId: number;
  onClose: () => void;
}

/** Points are made together: a grid that goes on from the last line, or a list pasted from a spreadsheet. */
export function PointBatch({ open, projectId, corporationId, structureId, itemId, onClose }: Props) {
  const { t } = useTranslation(['console', 'common']);
  const say = useLabel();
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const [lines, setLines] = useState<PointLine[]>(() => addLines([], 1));
  const [paste, setPaste] = useState('');
  const create = useCreatePoints(projectId, structureId);
  const errors = create.error instanceof ApiError ? lineErrors(create.error.fields) : new Map<number, string[]>();
  const set = (index: number, change: Partial<PointLine>) =>
    setLines(lines.map((line, i) => (i === index ? { ...line, ...change } : line)));
  const ready = lines.length > 0 && lines.every((l) => l.name.trim() && l.measurement && l.category);
  const submit = () =>
    create.mutate(
      lines.map((line) => ({
        name: line.name.trim(),
        itemId,
        measurement: line.measurement,
        category: line.category,
        ...(line.deviceId > 0
          ? {
              config: [
                {
                  aspect: 'binding',
                  validFrom: 0,
                  value: { sources: [{ role: 'main', deviceId: line.deviceId, channelNo: line.channelNo }] },
                },
                ...(measurements.find((m) => m.code === line.measurement)?.mainValueType === 'accumulated'
                  ? [{ aspect: 'initial', validFrom: 0, value: { mode: 'auto', time: Date.now(), count: 3 } }]
                  : []),
              ],
            }
          : {}),
      })),
      { onSuccess: onClose },
    );
  return (
    <Drawer
      closable={{ placement: 'end' }}
      open={open}
      size={860}
      title={t('point.addTitle')}
      onClose={onClose}
      footer={
        <div className={studio.foot}>
          <span>{t('point.willAdd', { count: lines.length })}</span>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="primary" disabled={!ready} loading={create.isPending} onClick={submit}>
            {t('point.addMany', { count: lines.length })}
          </Button>
        </div>
      }
    >
      <Refusal error={create.error} />
      <table className={styles.grid}>
        <thead>
          <tr>
            <th>{t('point.name')}</th>
            <th>{t('common:entity.measurement')}</th>
            <th>{t('point.category')}</th>
            <th>
              {t('common:entity.device')}
              {t('common:optional')}
            </th>
            <th>{t('binding.channel')}</th>
            <th>
              <span className="visually-hidden">{t('action')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => (
            <tr key={line.key}>
              <td>
                <Input
                  aria-label={t('point.name')}
                  maxLength={20}
                  value={line.name}
                  status={errors.has(i) ? 'error' : ''}
                  onChange={(event) => set(i, { name: event.target.value })}
                />
                {errors.get(i)?.map((text) => (
                  <div key={text} className={styles.error}>
                    {text}
                  </div>
                ))}
              </td>
              <td>
                <Select
                  style={{ width: 150 }}
                  aria-label={t('common:entity.measurement')}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={line.measurement || null}
                  options={measurements.map((m) => ({ value: m.code, label: say(m.label) }))}
                  onChange={(measurement: string) => {
                    const fits = types.find((one) => one.code === line.category)?.measurements.includes(measurement);
                    set(i, { measurement, ...(fits ? {} : { category: '' }) });
                  }}
                />
              </td>
              <td>
                <Select
                  style={{ width: 170 }}
                  aria-label={t('point.category')}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={line.category || null}
                  options={types
                    .filter((one) => !line.measurement || one.measurements.includes(line.measurement))
                    .map((one) => ({ value: one.code, label: say(one.label) }))}
                  onChange={(category: string) => set(i, { category })}
                />
              </td>
              <td style={{ minWidth: 180 }}>
                <DeviceSelect
                  corporationId={corporationId}
                  projectId={projectId}
                  value={line.deviceId}
                  onChange={(deviceId) => set(i, { deviceId })}
                />
              </td>
              <td style={{ width: 80 }}>
                <NumberField
                  label={t('binding.channel')}
                  min={0}
                  step={1}
                  value={line.channelNo}
                  onChange={(channelNo) => set(i, { channelNo: channelNo ?? 0 })}
                />
              </td>
              <td>
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('common:action.delete')}
                  disabled={lines.length === 1}
                  onClick={() => setLines(lines.filter((_, at) => at !== i))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.tools}>
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setLines(addLines(lines, 1))}>
          {t('point.oneMore')}
        </Button>
        <Button onClick={() => setLines(addLines(lines, 10))}>{t('point.tenMore')}</Button>
      </div>
      <Input.TextArea
        rows={3}
        value={paste}
        aria-label={t('point.paste')}
        placeholder={t('point.paste')}
        onChange={(event) => setPaste(event.target.value)}
      />
      <div className={styles.tools}>
        <Button
          disabled={paste.trim() === ''}
          onClick={() => {
            const like = lines.at(-1);
            if (!like) return;
            const kept = lines.filter((line) => line.name.trim() !== '');
            setLines([...kept, ...linesFromText(paste, { ...like, key: like.key + 1 })]);
            setPaste('');
          }}
        >
          {t('point.usePaste')}
        </Button>
      </div>
    </Drawer>
  );
}
