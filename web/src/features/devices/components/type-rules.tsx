import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceTypeName } from '@/api/catalog';
import { Refusal } from '@/entities/configuration/refusal';
import { useCan } from '@/entities/permission/permissions';
import { NumberField } from '@/ui/form/number-field';
import { useUnsaved } from '@/ui/form/unsaved';
import { formatNumber } from '@/ui/format/number';
import { announce } from '@/ui/messages';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import styles from '../devices.module.css';
import { type TypeHours, type TypeRule, useSaveTypeRules, useTypeRules } from '../type-rule-queries';

interface Props {
  corporationId: number;
  onClose: () => void;
}

/** When repeated data is a fault, by device type: types with devices first. */
export function TypeRules({ corporationId, onClose }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const query = useTypeRules(corporationId);
  const typeName = useDeviceTypeName();
  const mayEdit = useCan('Update:Device');
  const save = useSaveTypeRules(corporationId);
  const [hours, setHours] = useState<TypeHours>({});
  const changes = Object.keys(hours).length;
  const unsaved = useUnsaved(changes > 0);
  const set = (rule: TypeRule, value: number | null) =>
    setHours(({ [rule.type]: _, ...others }) =>
      value === (rule.repeatedHours ?? null) ? others : { ...others, [rule.type]: value },
    );
  const words = (value: number) => (value === 0 ? t('typeRules.never') : t('typeRules.hours', { hours: value }));
  return (
    <Drawer
      open
      closable={{ placement: 'end' }}
      size={640}
      title={t('typeRules.title')}
      onClose={() => unsaved.leave(onClose)}
      footer={
        mayEdit && (
          <Button
            type="primary"
            disabled={changes === 0}
            loading={save.isPending}
            onClick={() =>
              save.mutate(hours, {
                onSuccess: () => {
                  setHours({});
                  announce('success', t('typeRules.saved'));
                },
              })
            }
          >
            {changes === 0 ? t('common:action.save') : t('typeRules.save', { count: changes })}
          </Button>
        )
      }
    >
      <p className={styles.quiet}>{t('typeRules.hint')}</p>
      <Refusal error={save.error} />
      <QueryPanel query={query} rows={8} isEmpty={(list) => list.length === 0} empty={null}>
        {(list) => (
          <DataTable<TypeRule>
            label={t('typeRules.title')}
            rowKey={(one) => one.type}
            dataSource={[...list].sort((a, b) => Number(b.devices > 0) - Number(a.devices > 0))}
            cards={['type']}
            columns={[
              { key: 'type', title: t('models.type'), render: (_, one) => typeName(one.type) },
              {
                key: 'devices',
                title: t('typeRules.devices'),
                align: 'right',
                width: 88,
                render: (_, one) => formatNumber(one.devices, 0),
              },
              {
                key: 'catalog',
                title: t('typeRules.catalog'),
                align: 'right',
                width: 120,
                render: (_, one) => words(one.catalogueHours),
              },
              {
                key: 'own',
                title: t('typeRules.own'),
                align: 'right',
                width: 168,
                render: (_, { repeatedHours, ...one }) => {
                  if (!mayEdit) return repeatedHours === undefined ? '—' : words(repeatedHours);
                  return (
                    <NumberField
                      label={t('typeRules.ownOf', { type: typeName(one.type) })}
                      min={0}
                      max={8760}
                      value={one.type in hours ? (hours[one.type] ?? null) : (repeatedHours ?? null)}
                      original={repeatedHours}
                      disabled={save.isPending}
                      onChange={(next) => set({ ...one, repeatedHours }, next)}
                    />
                  );
                },
              },
            ]}
          />
        )}
      </QueryPanel>
    </Drawer>
  );
}
