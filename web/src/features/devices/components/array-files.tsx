import { DeleteOutlined, SendOutlined, UploadOutlined } from '@ant-design/icons';
import { App, Button, Upload } from 'antd';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { formatBytes } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useArrayCalibrations, useRemoveCalibration, useSendCalibration, type Where } from '../admi-queries';
import { maxCalibrationBytes, useCalibrations, useUploadCalibration } from '../care-queries';
import styles from '../devices.module.css';
import { type ArrayFile, arrayFiles } from '../model/array';

interface Props {
  where: Where;
  zone: string;
  collecting: boolean;
}

/** The calibration files of the service, and those of the device that it does not have yet. */
export function ArrayFiles({ where, zone, collecting }: Props) {
  const { t } = useTranslation(['array', 'devices', 'common']);
  const query = useArrayCalibrations(where);
  const uploaded = useCalibrations(where).data ?? [];
  const upload = useUploadCalibration(where);
  const send = useSendCalibration(where);
  const hand = (filename: string) => send.mutate(filename, { onSuccess: () => announce('success', t('sent')) });
  return (
    <section>
      <h3 className={styles.partHead}>{t('files')}</h3>
      <Can any={['Update:Device']}>
        <div className={styles.tools}>
          <Upload
            showUploadList={false}
            beforeUpload={(file) => {
              if (file.size > maxCalibrationBytes) announce('error', t('devices:calibration.tooLarge'));
              else upload.mutate(file, { onSuccess: () => hand(file.name) });
              return false;
            }}
          >
            <Button icon={<UploadOutlined aria-hidden />} loading={upload.isPending || send.isPending}>
              {t('uploadAndSend')}
            </Button>
          </Upload>
          <span className={styles.quiet}>{t('devices:calibration.hint')}</span>
        </div>
      </Can>
      <QueryPanel query={query} rows={3}>
        {(list) => (
          <FileTable
            where={where}
            zone={zone}
            collecting={collecting}
            files={arrayFiles(list, uploaded)}
            onSend={hand}
            busy={send.isPending}
          />
        )}
      </QueryPanel>
    </section>
  );
}

interface TableProps extends Props {
  files: ArrayFile[];
  onSend: (filename: string) => void;
  busy: boolean;
}

function FileTable({ where, zone, collecting, files, onSend, busy }: TableProps) {
  const { t } = useTranslation(['array', 'devices', 'common']);
  const remove = useRemoveCalibration(where);
  const { modal } = App.useApp();
  const mayEdit = useCan('Update:Device');
  const stateOf = useStateOf(zone);
  if (files.length === 0) return <p className={styles.none}>{t('noFiles')}</p>;
  const ask = ({ filename, sent }: ArrayFile) =>
    modal.confirm({
      title: t('removeTitle', { name: filename }),
      content: sent?.used ? t('removeUsed') : undefined,
      okText: t('common:action.delete'),
      okButtonProps: { danger: true },
      onOk: () => remove.mutateAsync(filename),
    });
  return (
    <DataTable<ArrayFile>
      label={t('files')}
      rowKey={(one) => one.filename}
      dataSource={files}
      cards={['name']}
      columns={[
        { key: 'name', title: t('devices:calibration.name'), dataIndex: 'filename' },
        {
          key: 'size',
          title: t('devices:calibration.size'),
          align: 'right',
          render: (_, one) => formatBytes(one.size),
        },
        {
          key: 'stored',
          title: t('stored'),
          render: (_, one) => (one.sent && one.sent.storedAt > 0 ? formatTime(one.sent.storedAt, zone) : ''),
        },
        { key: 'state', title: t('fileState'), render: (_, one) => stateOf(one) },
        ...(mayEdit
          ? [
              {
                key: 'action',
                title: '',
                align: 'right' as const,
                render: (_: unknown, one: ArrayFile) => (
                  <>
                    {one.sendable && (
                      <Button
                        type="text"
                        size="small"
                        icon={<SendOutlined aria-hidden />}
                        aria-label={t('send', { name: one.filename })}
                        title={t('send', { name: one.filename })}
                        disabled={busy}
                        onClick={() => onSend(one.filename)}
                      />
                    )}
                    {one.sent && (
                      <Button
                        type="text"
                        size="small"
                        danger
                        icon={<DeleteOutlined aria-hidden />}
                        aria-label={t('remove', { name: one.filename })}
                        title={collecting && one.sent.used ? t('inUse') : t('remove', { name: one.filename })}
                        disabled={collecting && one.sent.used}
                        onClick={() => ask(one)}
                      />
                    )}
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** What a file is to the service, in words. */
function useStateOf(zone: string) {
  const { t } = useTranslation('array');
  return ({ sent }: ArrayFile) => {
    if (!sent) return t('fileStates.notSent');
    const words = [];
    if (sent.used) {
      words.push(
        sent.usedSince > 0
          ? t('fileStates.usedSince', { time: formatTime(sent.usedSince, zone) })
          : t('fileStates.used'),
      );
    }
    if (sent.uploaded === 'other') words.push(t('fileStates.other'));
    return words.length > 0 ? words.join(' · ') : t('fileStates.unused');
  };
}
