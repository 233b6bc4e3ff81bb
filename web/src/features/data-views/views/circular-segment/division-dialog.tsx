import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecordVersion } from '@/entities/configuration/queries';
import { Refusal } from '@/entities/configuration/refusal';
import { Dialog } from '@/ui/dialog';
import { NumberField } from '@/ui/form/number-field';
import type { PointState } from '../../model/types';
import { pointKeys } from '../../queries/keys';
import { evenly, faultOf, nextPart, type Part, proposedParts } from './model';
import type { Lining } from './use-lining';
import styles from './view.module.css';

/** The server takes as many. */
const mostParts = 40;

interface Props {
  data: Lining;
  point: PointState;
  onClose: () => void;
}

/** The division of a ring into segments by angle. It is saved with the processing that is in force at the time on view. */
export function DivisionDialog({ data: { parts, version, layout }, point, onClose }: Props) {
  const { t } = useTranslation(['data-views', 'common']);
  const [rows, setRows] = useState<readonly Part[]>(() => (parts?.length ? parts : proposedParts()));
  const record = useRecordVersion({ kind: 'point', structureId: point.structureId, id: point.id });
  const queryClient = useQueryClient();
  const set = (at: number, next: Partial<Part>) =>
    setRows((old) => old.map((one, i) => (i === at ? { ...one, ...next } : one)));
  const fault = faultOf(rows);
  const save = async () => {
    const segments = rows.map((one) => ({ ...one, name: one.name.trim() }));
    const value = { ...(version?.value as object | undefined), ring: { ...layout, segments } };
    const when = { aspect: 'processor', validFrom: version?.validFrom ?? 0, note: t('lining.divide') };
    await record.mutateAsync({ ...when, value, replacing: version?.id ?? 0 });
    await queryClient.invalidateQueries({ queryKey: pointKeys.all(point.id) });
    onClose();
  };
  return (
    <Dialog
      open
      width={560}
      title={t('lining.divide')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: record.isPending, disabled: fault !== null }}
      onOk={() => void save().catch(() => undefined)}
      onCancel={onClose}
    >
      <p>{t('lining.divideHint')}</p>
      <table className={styles.division}>
        <thead>
          <tr>
            <th>#</th>
            <th>{t('lining.segment')}</th>
            <th>{t('lining.from')} °</th>
            <th>{t('lining.to')} °</th>
            <th aria-label={t('lining.remove')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the ring
            <tr key={i}>
              <td>{i + 1}</td>
              <td>
                <Input
                  aria-label={`${t('lining.segment')} ${i + 1}`}
                  value={row.name}
                  status={fault?.row === i && (fault.fault === 'name' || fault.fault === 'twice') ? 'error' : ''}
                  onChange={(event) => set(i, { name: event.target.value })}
                />
              </td>
              {(['from', 'to'] as const).map((end) => (
                <td key={end}>
                  <NumberField
                    label={`${t(`lining.${end}`)} ${i + 1}`}
                    min={0}
                    max={360}
                    value={row[end]}
                    onChange={(value) => set(i, { [end]: value ?? 0 })}
                  />
                </td>
              ))}
              <td>
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`${t('lining.remove')} ${row.name}`}
                  disabled={rows.length <= 2}
                  onClick={() => setRows(rows.filter((_, at) => at !== i))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.tools}>
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={rows.length >= mostParts}
          onClick={() => setRows([...rows, nextPart(rows)])}
        >
          {t('lining.add')}
        </Button>
        <Button onClick={() => setRows(evenly(rows))}>{t('lining.even')}</Button>
      </div>
      {fault && (
        <p role="alert" className={styles.fault}>
          {t(`lining.fault.${fault.fault}`, { no: fault.row + 1 })}
        </p>
      )}
      <Refusal error={record.error} />
    </Dialog>
  );
}
