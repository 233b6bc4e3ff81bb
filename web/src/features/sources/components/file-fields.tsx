import { Alert, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import { type Kind, useLayouts } from '../queries';
import styles from '../sources.module.css';

const files = ['settings', 'files'];

interface Props {
  kind: Kind;
  corporationId: number;
  register: string;
}

/** Where files come from and how they are read. */
export function FileFields({ kind, corporationId, register }: Props) {
  const { t } = useTranslation('sources');
  const form = Form.useFormInstance();
  const device = (Form.useWatch('deviceIds') as number[] | undefined)?.[0] ?? 0;
  const layouts = useLayouts(corporationId, device).data ?? [];
  return (
    <>
      {kind === 'upload' && (
        <Alert
          type="info"
          className={styles.note ?? ''}
          title={t('uploadHint', { register: register || 'REGISTER' })}
        />
      )}
      {kind === 'sftp' && (
        <>
          <div className={styles.grid}>
            <Form.Item name={[...files, 'address']} label={t('address')} required>
              <Input placeholder="logger.example.com:22" />
            </Form.Item>
            <Form.Item name={[...files, 'user']} label={t('user')} required>
              <Input autoComplete="off" />
            </Form.Item>
          </div>
          <Form.Item name={[...files, 'hostKey']} label={t('hostKey')} extra={t('hostKeyHint')}>
            <Input placeholder="ssh-ed25519 AAAA…" />
          </Form.Item>
        </>
      )}
      {kind !== 'upload' && (
        <div className={styles.grid}>
          <Form.Item
            name={[...files, 'folder']}
            label={t('folder')}
            {...(kind === 'folder' ? { extra: t('folderHint') } : {})}
            required
          >
            <Input placeholder="/srv/loggers" />
          </Form.Item>
          <Form.Item name={[...files, 'pattern']} label={t('pattern')} extra={t('patternHint')}>
            <Input placeholder="*.dat" />
          </Form.Item>
          <Form.Item name={[...files, 'every']} label={t('every')}>
            <NumberField min={10} max={86_400} />
          </Form.Item>
        </div>
      )}
      <Form.Item label={t('layout')} extra={t('layoutHint')} required>
        <Select
          aria-label={t('layout')}
          placeholder={t('layoutKept')}
          options={layouts.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id: number) =>
            form.setFieldValue([...files, 'layout'], layouts.find((one) => one.id === id)?.layout)
          }
        />
      </Form.Item>
      <Form.Item name={[...files, 'layout']} hidden>
        <Input />
      </Form.Item>
    </>
  );
}
