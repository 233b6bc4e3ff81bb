import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Modal, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { structureTypesQuery, useLabel } from '@/api/catalogue';
import { Refusal } from '@/shared/configuration/refusal';
import { showFieldErrors } from '@/shared/form/field-errors';
import { PlaceFields } from '@/shared/map/place-fields';
import { Can } from '@/shared/perm/can';
import { withoutNull } from '@/shared/project/project-fields';
import { type Structure, type StructureFields, useDeleteStructure, useSaveStructure } from '../queries/project';

interface Props {
  projectId: number;
  open: boolean;
  /** The structure or item to edit; null makes one. */
  structure: Structure | null;
  /** New items: the structure they belong to; 0 makes a structure. */
  parentId: number;
  onClose: () => void;
}

const names = ['name', 'type', 'address', 'longitude', 'latitude', 'displayType', 'remarks'];

/** A structure or an item: made, changed, or removed when nothing stands below it. */
export function StructureDialog({ projectId, open, structure, parentId, onClose }: Props) {
  const { t } = useTranslation(['console', 'common']);
  const say = useLabel();
  const [form] = Form.useForm<StructureFields>();
  const { data: types = [] } = useQuery(structureTypesQuery);
  const save = useSaveStructure(projectId);
  const remove = useDeleteStructure(projectId);
  const isItem = structure ? structure.isItem === true : parentId > 0;
  const title = structure ? structure.name : isItem ? t('structure.addItem') : t('structure.add');
  const close = () => {
    save.reset();
    onClose();
  };
  const submit = (values: StructureFields) =>
    save.mutate(
      {
        ...withoutNull({
          ...values,
          longitude: values.longitude ?? null,
          latitude: values.latitude ?? null,
        } as never as StructureFields),
        ...(structure ? { id: structure.id, sort: structure.sort ?? 0 } : {}),
        ...(isItem ? { isItem: true, parentId: structure?.parentId ?? parentId } : {}),
      } as StructureFields & { id?: number },
      { onSuccess: close, onError: (error) => showFieldErrors(form, error, names) },
    );
  return (
    <Modal
      open={open}
      width={480}
      title={title}
      onCancel={close}
      destroyOnHidden
      footer={[
        structure && (
          <Can key="delete" any={['Delete:Structure']}>
            <Button
              danger
              style={{ float: 'left' }}
              loading={remove.isPending}
              onClick={() =>
                Modal.confirm({
                  title: t('structure.deleteTitle', { name: structure.name }),
                  content: t('structure.deleteHint'),
                  okText: t('common:action.delete'),
                  okButtonProps: { danger: true },
                  onOk: () => remove.mutateAsync(structure.id).then(close),
                })
              }
            >
              {t('common:action.delete')}
            </Button>
          </Can>
        ),
        <Button key="cancel" onClick={close}>
          {t('common:action.cancel')}
        </Button>,
        <Button key="save" type="primary" loading={save.isPending} onClick={() => form.submit()}>
          {t('common:action.save')}
        </Button>,
      ]}
    >
      <Form<StructureFields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={structure ?? { displayType: 'MAP' }}
        onFinish={submit}
      >
        <Refusal error={save.error} />
        <Form.Item
          name="name"
          label={t('structure.name')}
          rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}
        >
          <Input maxLength={20} showCount />
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
        {!isItem && (
          <>
            <Form.Item name="address" label={`${t('structure.address')}${t('common:optional')}`}>
              <Input maxLength={500} />
            </Form.Item>
            <PlaceFields name={structure?.name} />
          </>
        )}
        <Form.Item name="remarks" label={`${t('structure.remarks')}${t('common:optional')}`}>
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
