import { DeleteOutlined } from '@ant-design/icons';
import { Button, Popconfirm, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { fits, LimitedInput } from '@/ui/form/limited';
import styles from '../import.module.css';
import {
  type Layout,
  type Place,
  type Target,
  useDeleteNamedLayout,
  useNamedLayouts,
  useSaveNamedLayout,
} from '../queries';

interface Props {
  target: Target;
  layout: Layout;
  name: string;
  inProject: boolean;
  onSaved: (name: string) => void;
  onClose: () => void;
}

const most = 100;

/** Saves the layout under a name; one of the same name and place is replaced. */
export function MappingDialog({ target, layout, name: old, inProject, onSaved, onClose }: Props) {
  const { t } = useTranslation(['file-import', 'common']);
  const saved = useNamedLayouts(target);
  const save = useSaveNamedLayout(target);
  const remove = useDeleteNamedLayout(target);
  const [name, setName] = useState(old);
  const [place, setPlace] = useState<Place>(
    saved.data?.find((one) => one.name === old)?.for ?? (inProject ? 'project' : 'device'),
  );
  const places: Place[] = inProject ? ['device', 'project', 'corporation'] : ['device', 'corporation'];
  const replaced = saved.data?.find((one) => one.name === name.trim() && one.for === place);

  async function keep() {
    try {
      await save.mutateAsync({ id: replaced?.id ?? 0, name: name.trim(), for: place, layout });
      onSaved(name.trim());
      onClose();
    } catch {
      // the mutation's state shows the error
    }
  }

  return (
    <Dialog
      open
      title={t('mappings.save')}
      okText={replaced ? t('mappings.replace') : t('common:action.save')}
      okButtonProps={{ disabled: name.trim() === '' || !fits(name, most) }}
      confirmLoading={save.isPending}
      onOk={() => void keep()}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        <label htmlFor="mapping-name">{t('mappings.name')}</label>
        <div>
          <LimitedInput
            id="mapping-name"
            max={most}
            value={name}
            onChange={({ target: { value } }) => setName(value)}
          />
        </div>
        <label htmlFor="mapping-place">{t('mappings.place')}</label>
        <Select<Place>
          id="mapping-place"
          value={place}
          options={places.map((value) => ({ value, label: t(`mappings.places.${value}`) }))}
          onChange={setPlace}
        />
      </div>
      <FormError error={save.error} />
      {(saved.data ?? []).length > 0 && (
        <ul className={styles.saved} aria-label={t('mappings.saved')}>
          {saved.data?.map((one) => (
            <li key={one.id}>
              <span>
                {one.name} <small className={styles.place}>{t(`mappings.places.${one.for}`)}</small>
              </span>
              <Popconfirm
                title={t('mappings.removeAsk', { name: one.name })}
                okText={t('common:action.delete')}
                cancelText={t('common:action.cancel')}
                onConfirm={() => remove.mutate(one.id)}
              >
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('mappings.remove', { name: one.name })}
                />
              </Popconfirm>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
