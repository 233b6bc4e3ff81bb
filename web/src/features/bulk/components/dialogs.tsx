import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { projectsQuery, structuresQuery } from '@/api/project';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import styles from '../bulk.module.css';
import { cloneAction, type Move, moveAction, rotateAction, type Swap, swapAction } from '../queries';
import { ActionDialog } from './action-dialog';
import { DevicePicker, ProjectPicker } from './pickers';

export interface DialogProps {
  corporationId: number;
  projectId: number;
  zone: string;
  chosen: number[];
  onClose: () => void;
}

const required = [{ required: true }];

export function MoveDialog({ corporationId, projectId, zone, chosen, onClose }: DialogProps) {
  const { t } = useTranslation('bulk');
  const [form] = Form.useForm<Move>();
  const target = Form.useWatch('projectId', form);
  const projects = useQuery(projectsQuery({ name: '', pageSize: 200, sort: 'name' }));
  const abroad = projects.data?.list.some((one) => one.id === target && one.corporationId !== corporationId);
  return (
    <ActionDialog<Move, Move>
      title={t('move.title')}
      zone={zone}
      action={moveAction(corporationId)}
      form={form}
      names={['deviceIds', 'projectId', 'at']}
      initial={{ deviceIds: chosen, release: true, withSensors: true }}
      bodyOf={(values) => ({ ...values, at: values.at ?? 0 })}
      runText={t('move.run')}
      doneText={t('move.done')}
      onClose={onClose}
    >
      <Form.Item name="deviceIds" label={t('move.devices')} rules={required}>
        <DevicePicker corporationId={corporationId} projectId={projectId} many label={t('move.devices')} />
      </Form.Item>
      <Form.Item name="projectId" label={t('move.target')} rules={required}>
        <ProjectPicker stock label={t('move.target')} />
      </Form.Item>
      <Form.Item name="at" label={t('move.at')}>
        <ZonedPicker zone={zone} allowClear placeholder={t('move.now')} label={t('move.at')} />
      </Form.Item>
      {abroad ? (
        <Alert type="info" showIcon title={t('move.abroad')} className={styles.note ?? ''} />
      ) : (
        <Form.Item name="release" valuePropName="checked" noStyle>
          <Checkbox>{t('move.release')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="withSensors" valuePropName="checked">
        <Checkbox>{t('move.withSensors')}</Checkbox>
      </Form.Item>
    </ActionDialog>
  );
}

export function SwapDialog({ corporationId, projectId, zone, chosen, onClose }: DialogProps) {
  const { t } = useTranslation('bulk');
  const [form] = Form.useForm<Swap>();
  const [first, second] = chosen;
  return (
    <ActionDialog<Swap, Swap>
      title={t('swap.title')}
      hint={t('swap.hint')}
      zone={zone}
      action={swapAction(corporationId)}
      form={form}
      names={['firstId', 'secondId', 'at']}
      initial={{ ...(first ? { firstId: first } : {}), ...(second ? { secondId: second } : {}) }}
      bodyOf={(values) => ({ ...values, at: values.at ?? 0 })}
      runText={t('swap.run')}
      doneText={t('swap.done')}
      onClose={onClose}
    >
      <Form.Item name="firstId" label={t('swap.first')} rules={required}>
        <DevicePicker corporationId={corporationId} projectId={projectId} label={t('swap.first')} />
      </Form.Item>
      <Form.Item name="secondId" label={t('swap.second')} rules={required}>
        <DevicePicker corporationId={corporationId} projectId={projectId} label={t('swap.second')} />
      </Form.Item>
      <Form.Item name="at" label={t('swap.at')}>
        <ZonedPicker zone={zone} allowClear placeholder={t('move.now')} label={t('swap.at')} />
      </Form.Item>
    </ActionDialog>
  );
}

interface CloneFields {
  structureId: number;
  projectId: number;
  name: string;
  find?: string;
  replace?: string;
  prefix?: string;
  suffix?: string;
  drawings: boolean;
  coordinates: boolean;
  gnss: boolean;
}

export function CloneDialog({ projectId, zone, onClose }: DialogProps) {
  const { t } = useTranslation('bulk');
  const [form] = Form.useForm<CloneFields>();
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const elsewhere = Form.useWatch('projectId', form) !== projectId;
  return (
    <ActionDialog<CloneFields, CloneFields>
      title={t('clone.title')}
      hint={t('clone.hint')}
      zone={zone}
      action={cloneAction(projectId)}
      form={form}
      names={['structureId', 'projectId', 'name', 'gnss']}
      initial={{ projectId, drawings: true, coordinates: false, gnss: false }}
      bodyOf={(values) => ({ ...values, gnss: values.gnss && values.projectId === projectId })}
      runText={t('clone.run')}
      doneText={t('clone.done')}
      onClose={onClose}
    >
      <Form.Item name="structureId" label={t('clone.source')} rules={required}>
        <Select
          aria-label={t('clone.source')}
          showSearch={{ optionFilterProp: 'label' }}
          options={structures.filter((one) => !one.isItem).map((one) => ({ value: one.id, label: one.name }))}
        />
      </Form.Item>
      <Form.Item name="projectId" label={t('clone.target')} rules={required}>
        <ProjectPicker label={t('clone.target')} />
      </Form.Item>
      <Form.Item name="name" label={t('clone.name')} rules={[...required, atMost(20)]}>
        <Input />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item name="find" rules={[atMost(20)]} label={t('clone.find')}>
          <Input />
        </Form.Item>
        <Form.Item name="replace" rules={[atMost(20)]} label={t('clone.replace')}>
          <Input />
        </Form.Item>
        <Form.Item name="prefix" rules={[atMost(20)]} label={t('clone.prefix')}>
          <Input />
        </Form.Item>
        <Form.Item name="suffix" rules={[atMost(20)]} label={t('clone.suffix')}>
          <Input />
        </Form.Item>
      </div>
      <fieldset className={styles.keeps}>
        <legend>{t('clone.keeps')}</legend>
        <Form.Item name="drawings" valuePropName="checked" noStyle>
          <Checkbox>{t('clone.drawings')}</Checkbox>
        </Form.Item>
        <Form.Item name="coordinates" valuePropName="checked" noStyle>
          <Checkbox>{t('clone.coordinates')}</Checkbox>
        </Form.Item>
        <Form.Item name="gnss" valuePropName="checked" noStyle>
          <Checkbox disabled={elsewhere}>{t(elsewhere ? 'clone.gnssElsewhere' : 'clone.gnss')}</Checkbox>
        </Form.Item>
      </fieldset>
    </ActionDialog>
  );
}

interface RotateFields {
  deviceId: number;
  overlap: number;
}

const hour = 3600;

export function RotateDialog({ corporationId, projectId, zone, chosen, onClose }: DialogProps) {
  const { t } = useTranslation('bulk');
  const [form] = Form.useForm<RotateFields>();
  const [secret, setSecret] = useState('');
  if (secret) {
    return (
      <Dialog open title={t('rotate.title')} footer={null} onCancel={onClose}>
        <Alert type="warning" showIcon title={t('rotate.once')} />
        <p className={styles.secret}>{secret}</p>
        <Button
          onClick={() =>
            void navigator.clipboard?.writeText(secret).then(() => announce('success', t('rotate.copied')))
          }
        >
          {t('rotate.copy')}
        </Button>
      </Dialog>
    );
  }
  return (
    <ActionDialog<RotateFields, { deviceId: number; keepOldSeconds: number }>
      title={t('rotate.title')}
      hint={t('rotate.hint')}
      zone={zone}
      action={rotateAction(corporationId)}
      form={form}
      names={['deviceId']}
      initial={{ ...(chosen[0] ? { deviceId: chosen[0] } : {}), overlap: 24 * hour }}
      bodyOf={({ deviceId, overlap }) => ({ deviceId, keepOldSeconds: overlap })}
      runText={t('rotate.run')}
      doneText={t('rotate.done')}
      onClose={onClose}
      onDone={(answer) => setSecret((answer as { secret: string }).secret)}
    >
      <Form.Item name="deviceId" label={t('rotate.device')} rules={required}>
        <DevicePicker corporationId={corporationId} projectId={projectId} withRegister label={t('rotate.device')} />
      </Form.Item>
      <Form.Item name="overlap" label={t('rotate.overlap')}>
        <Select
          aria-label={t('rotate.overlap')}
          options={[
            { value: hour, label: t('rotate.hours', { count: 1 }) },
            { value: 24 * hour, label: t('rotate.hours', { count: 24 }) },
            { value: 7 * 24 * hour, label: t('rotate.days', { count: 7 }) },
            { value: 30 * 24 * hour, label: t('rotate.days', { count: 30 }) },
            { value: 0, label: t('rotate.none') },
          ]}
        />
      </Form.Item>
    </ActionDialog>
  );
}
