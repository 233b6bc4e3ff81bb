import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanSummary } from '@/entities/drawing/plan';
import { Can } from '@/entities/permission/can';
import type { Owner } from '../model/entries';
import styles from '../pages/place-page.module.css';
import { useDeletePlan } from '../queries';
import { PlanDialog } from './plan-dialog';

interface Props {
  projectId: number;
  owners: readonly Owner[];
  ownerId: number;
  /** The drawings of the owner. */
  plans: readonly PlanSummary[];
  plan: PlanSummary | undefined;
  /** Whether a new drawing is being created. */
  adding: boolean;
  onAdding: (on: boolean) => void;
  /** Shows a drawing of an owner; without one the first. */
  onShow: (ownerId: number, planId?: number) => void;
}

/** The choice of structure and drawing, and the buttons to create, change and delete drawings. */
export function SheetChoice({ projectId, owners, ownerId, plans, plan, adding, onAdding, onShow }: Props) {
  const { t } = useTranslation('plan');
  const [editing, setEditing] = useState(false);
  const remove = useDeletePlan(projectId);
  const close = () => {
    setEditing(false);
    onAdding(false);
  };
  return (
    <div className={styles.choice}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('structure')}
        value={ownerId || null}
        options={owners.map(({ id, name, parent }) => ({ value: id, label: parent ? `${parent} / ${name}` : name }))}
        onChange={(id) => onShow(id)}
      />
      {plans.length > 0 && (
        <Select
          aria-label={t('sheet')}
          value={plan?.id ?? null}
          options={plans.map(({ id, name, kind }) => ({ value: id, label: `${name} · ${t(`kind.${kind}`)}` }))}
          onChange={(id) => onShow(ownerId, id)}
        />
      )}
      <Can any={['Update:Structure']}>
        <div className={styles.buttons}>
          <Button icon={<PlusOutlined aria-hidden />} disabled={ownerId === 0} onClick={() => onAdding(true)}>
            {t('add')}
          </Button>
          {plan && (
            <>
              <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)} aria-label={t('edit')} />
              <Button
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('delete')}
                onClick={() =>
                  Modal.confirm({
                    title: t('deleteTitle', { name: plan.name }),
                    content: t('deleteHint', { count: plan.markCount }),
                    okText: t('delete'),
                    okButtonProps: { danger: true },
                    onOk: () => remove.mutateAsync(plan.id).then(() => onShow(ownerId)),
                  })
                }
              />
            </>
          )}
        </div>
      </Can>
      {(adding || editing) && (
        <PlanDialog
          projectId={projectId}
          structureId={ownerId}
          plan={editing ? plan : undefined}
          onClose={close}
          onSaved={(saved) => {
            close();
            onShow(saved.structureId, saved.id);
          }}
        />
      )}
    </div>
  );
}
