import { Drawer, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formula } from '@/entities/configuration/editors/formula';
import { FormulaEditor } from '@/entities/configuration/editors/formula-editor';
import { leafDiff } from '@/entities/configuration/versions';
import { useCan } from '@/entities/permission/permissions';
import { Limits, useLimits } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { BulkFoot, type When } from './bulk-foot';
import styles from './configuration.module.css';
import { FormulaTrial } from './formula-trial';
import { type SharedFormula, usePreviewBulk } from './queries';

interface Props {
  projectId: number;
  corporationId: number;
  zone: string;
  group: SharedFormula;
  onClose: () => void;
}

/** The formula shared by several points, to be changed for all or some of them. */
export function FormulaDrawer({ projectId, corporationId, zone, group, onClose }: Props) {
  const { t } = useTranslation('configuration');
  const mayEdit = useCan('Update:MeasuringPoint');
  const original: Formula = { rules: group.rules };
  const [value, setValue] = useState(original);
  const [points, setPoints] = useState(() => group.points.map((point) => point.id));
  const [when, setWhen] = useState<When>(() => ({ validFrom: Date.now(), note: '' }));
  const limits = useLimits();
  const changed = leafDiff(original, value).length > 0;
  const unsaved = useUnsaved(changed || when.note !== '');
  const preview = usePreviewBulk(projectId);
  const first = group.points[0];
  const names = new Map(group.points.map((point) => [point.id, point.name]));
  return (
    <Drawer
      closable={{ placement: 'end' }}
      open
      size={760}
      mask={{ closable: false }}
      title={t('formulas.editTitle', { count: group.points.length })}
      onClose={() => unsaved.leave(onClose)}
    >
      <div className={styles.form}>
        <fieldset disabled={!mayEdit} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <Limits of={limits}>
            <FormulaEditor
              value={value}
              original={original}
              place={{
                projectId,
                corporationId,
                zone,
                measurement: group.measurement,
                category: group.category,
                pointId: first?.id ?? 0,
                structureId: group.structureId,
              }}
              onChange={(next) => {
                setValue(next);
                preview.reset();
              }}
            />
          </Limits>
        </fieldset>
        {mayEdit && (
          <>
            <FormulaTrial
              structureId={group.structureId}
              rules={value.rules}
              points={group.points}
              measurement={group.measurement}
              zone={zone}
            />
            <div>
              <span className={styles.label}>{t('formulas.applyTo')}</span>
              <Select<number[]>
                mode="multiple"
                style={{ width: '100%' }}
                maxTagCount={12}
                aria-label={t('formulas.applyTo')}
                showSearch={{ optionFilterProp: 'label' }}
                value={points}
                options={group.points.map((point) => ({ value: point.id, label: names.get(point.id) ?? '' }))}
                onChange={(next) => {
                  setPoints(next);
                  preview.reset();
                }}
              />
            </div>
            <BulkFoot
              projectId={projectId}
              zone={zone}
              when={when}
              onWhen={setWhen}
              count={points.length}
              disabled={!changed || limits.any}
              preview={preview}
              changes={() => ({ aspect: 'formula', changes: [{ measuringPointIds: points, value: { ...value } }] })}
              onSaved={() => {
                unsaved.saved();
                onClose();
              }}
            />
          </>
        )}
      </div>
    </Drawer>
  );
}
