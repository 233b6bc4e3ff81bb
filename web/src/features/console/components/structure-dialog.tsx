import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { structureTypesQuery, useLabel } from '@/api/catalog';
import { type StructureStats, structureStatListQuery } from '@/api/stats';
import { tallyMark } from '@/entities/alert/mark';
import { Refusal } from '@/entities/configuration/refusal';
import { PlaceFields } from '@/entities/map/place-fields';
import type { Site } from '@/entities/map/site';
import { Can } from '@/entities/permission/can';
import { useSaveStructure } from '@/entities/project/make';
import { withoutNull } from '@/entities/project/project-fields';
import { Dialog } from '@/ui/dialog';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { PictureField } from '@/ui/picture/picture-field';
import { type Structure, type StructureFields, useDeleteStructure, useStructures } from '../queries/project';
import { DeletionDialog } from './deletion-dialog';

interface Props {
  projectId: number;
  open: boolean;
  /** The structure or item to edit; null creates one. */
  structure: Structure | null;
  /** For a new item its structure; 0 creates a structure. */
  parentId: number;
  onClose: () => void;
  /** Called after the structure or item was deleted. */
  onDeleted?: () => void;
}

const names = ['name', 'type', 'address', 'longitude', 'latitude', 'displayType', 'parentId', 'picture', 'remarks'];
/** The initial values of a new structure or item. */
const blank = { displayType: 'MAP' };
const displays = ['MAP', 'IMG', 'BIM'] as const;

/** The other structures as markers, where they have coordinates. */
function sitesBeside({ structureStatList }: StructureStats, own: number | undefined): Site[] {
  return structureStatList.flatMap(({ structureId: id, name, longitude, latitude, ...tally }): Site[] =>
    id === own || longitude === undefined || latitude === undefined
      ? []
      : [{ id, name, longitude, latitude, level: tallyMark(tally), stale: false, kind: 'structure' }],
  );
}

/** The editable fields of a structure: those that the form does not show keep their values. */
function fieldsOf({ id: _i, projectId: _p, createdAt: _c, gnssConfig: _g, ...fields }: Structure): StructureFields {
  return fields;
}

/** A structure or an item: created, changed, moved, or deleted with everything below it. */
export function StructureDialog({ projectId, open, structure, parentId, onClose, onDeleted }: Props) {
  const { t } = useTranslation(['console', 'sites', 'common']);
  const say = useLabel();
  const [form] = Form.useForm<StructureFields>();
  const { data: types = [] } = useQuery(structureTypesQuery);
  const save = useSaveStructure(projectId);
  const remove = useDeleteStructure(projectId);
  const [deleting, setDeleting] = useState(false);
  const structures = useStructures(projectId);
  const standings = useQuery({ ...structureStatListQuery(projectId), enabled: open });
  const own = structure?.id;
  const others = useMemo(() => standings.data && sitesBeside(standings.data, own), [standings.data, own]);
  const start = structure ?? blank;
  const changed = useFormChanged(form, start);
  const unsaved = useUnsaved(open && changed);
  const isItem = structure ? structure.isItem === true : parentId > 0;
  const title = structure ? structure.name : isItem ? t('structure.addItem') : t('structure.add');
  const close = () => {
    unsaved.saved();
    save.reset();
    onClose();
  };
  const leave = () => unsaved.leave(close);
  const submit = (values: StructureFields) =>
    save.mutate(
      {
        ...withoutNull({
          ...(structure ? fieldsOf(structure) : {}),
          ...values,
          longitude: values.longitude ?? null,
          latitude: values.latitude ?? null,
        } as never as StructureFields),
        ...(structure ? { id: structure.id } : {}),
        ...(isItem ? { isItem: true, parentId: values.parentId ?? parentId } : {}),
      } as StructureFields & { id?: number },
      { onSuccess: close, onError: (error) => showFieldErrors(form, error, names) },
    );
  if (deleting && structure)
    return (
      <DeletionDialog
        open
        doomed={{ projectId, structureId: structure.id }}
        hint={t('sites:deletion.structureHint')}
        verb={t('common:action.delete')}
        pending={remove.isPending}
        error={remove.error}
        onDelete={() =>
          remove.mutate(structure.id, {
            onSuccess: () => {
              setDeleting(false);
              close();
              onDeleted?.();
            },
          })
        }
        onClose={() => {
          remove.reset();
          setDeleting(false);
        }}
      />
    );
  return (
    <Dialog
      open={open}
      width={480}
      title={title}
      onCancel={leave}
      destroyOnHidden
      footer={[
        structure && (
          <Can key="delete" any={['Delete:Structure']}>
            <Button danger style={{ float: 'left' }} onClick={() => setDeleting(true)}>
              {t('common:action.delete')}
            </Button>
          </Can>
        ),
        <Button key="cancel" onClick={leave}>
          {t('common:action.cancel')}
        </Button>,
        <Button
          key="save"
          type="primary"
          disabled={structure !== null && !changed}
          loading={save.isPending}
          onClick={() => form.submit()}
        >
          {t('common:action.save')}
        </Button>,
      ]}
    >
      <Form<StructureFields> form={form} layout="vertical" requiredMark={false} initialValues={start} onFinish={submit}>
        <Refusal error={save.error} />
        <Form.Item
          name="name"
          label={t('structure.name')}
          rules={[{ required: true, whitespace: true, message: t('nameNeeded') }, atMost(20)]}
        >
          <Input count={counted(20)} />
        </Form.Item>
        {!isItem && (
          <Form.Item
            name="type"
            label={t('structure.type')}
            rules={[{ required: true, message: t('structure.typeNeeded') }]}
          >
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={types.map((one) => ({ value: one.code, label: say(one.label) }))}
            />
          </Form.Item>
        )}
        <Form.Item name="address" rules={[atMost(500)]} label={`${t('structure.address')}${t('common:optional')}`}>
          <Input />
        </Form.Item>
        <PlaceFields {...(others ? { sites: others } : {})} />
        {isItem && structure && (
          <Form.Item name="parentId" label={t('sites:structure.parent')}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={(structures.data?.list ?? [])
                .filter((one) => !one.isItem)
                .map((one) => ({ value: one.id, label: one.name }))}
            />
          </Form.Item>
        )}
        {!isItem && (
          <Form.Item name="displayType" label={t('sites:structure.display')} extra={t('sites:structure.displayHint')}>
            <Select options={displays.map((value) => ({ value, label: t(`sites:structure.displays.${value}`) }))} />
          </Form.Item>
        )}
        <Form.Item name="picture" label={`${t('structure.picture')}${t('common:optional')}`}>
          <PictureField label={t('structure.picture')} />
        </Form.Item>
        <Form.Item name="remarks" rules={[atMost(500)]} label={`${t('structure.remarks')}${t('common:optional')}`}>
          <Input.TextArea rows={2} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
