import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Input, QRCode } from 'antd';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useProject } from '@/shared/project/use-project';
import list from '@/shared/ui/list-page.module.css';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import styles from '../bulk.module.css';
import { BulkNav } from '../components/bulk-nav';
import { type Device, useFoundDevices } from '../queries';

/** The page of devices that the server gives, and how many labels fit a sheet of A4. */
const most = 200;
const onSheet = 24;

/** Labels for work on site: name, serial number, register, and a code that opens the device. */
export default function LabelsPage() {
  const { t } = useTranslation(['bulk', 'common']);
  const projectId = Number(useParams().projectId);
  const project = useProject(projectId).data;
  const [search, setSearch] = useSearchParams();
  const name = search.get('q') ?? '';
  const ids = new Set(
    (search.get('ids') ?? '')
      .split(',')
      .map(Number)
      .filter((id) => id > 0),
  );
  const query = useFoundDevices(project?.corporationId, { projectId, ...(name ? { name } : {}), pageSize: most });
  const chosen = (all: Device[]) => (ids.size > 0 ? all.filter((one) => ids.has(one.id)) : all);
  return (
    <div className={list.page}>
      <h1 className="visually-hidden">{t('labels.title')}</h1>
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <BulkNav projectId={projectId} here="labels" />
            <Input.Search
              allowClear
              className={list.search ?? ''}
              placeholder={t('labels.search')}
              aria-label={t('labels.search')}
              defaultValue={name}
              onSearch={(text) => setSearch(text.trim() ? { q: text.trim() } : {}, { replace: true })}
            />
            <span className={list.space} />
            <span className={styles.quiet}>{t('labels.hint', { count: onSheet })}</span>
            <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
              {t('labels.print')}
            </Button>
          </div>
          <div className={list.scroll}>
            <QueryPanel
              query={query}
              rows={6}
              isEmpty={(one) => chosen(one.list).length === 0}
              empty={<PanelEmpty title={t('labels.none')} hint={t('labels.noneHint')} />}
            >
              {(one) => (
                <>
                  {one.total > most && <Alert type="info" showIcon title={t('labels.limit', { count: most })} />}
                  <Sheet devices={chosen(one.list)} projectId={projectId} projectName={project?.name ?? ''} />
                  {createPortal(
                    <div className={styles.paper}>
                      <Sheet devices={chosen(one.list)} projectId={projectId} projectName={project?.name ?? ''} />
                    </div>,
                    document.body,
                  )}
                </>
              )}
            </QueryPanel>
          </div>
          <div className={list.foot}>
            <span>{t('labels.count', { count: chosen(query.data?.list ?? []).length })}</span>
          </div>
        </div>
      </Panel>
    </div>
  );
}

interface SheetProps {
  devices: Device[];
  projectId: number;
  projectName: string;
}

/** The labels of devices, on the screen and on paper, where the page around them is left out. */
function Sheet({ devices, projectId, projectName }: SheetProps) {
  const { t } = useTranslation('bulk');
  return (
    <ul className={styles.sheet} aria-label={t('labels.title')}>
      {devices.map((device) => (
        <Label key={device.id} device={device} projectId={projectId} projectName={projectName} />
      ))}
    </ul>
  );
}

function Label({ device, projectId, projectName }: { device: Device; projectId: number; projectName: string }) {
  const { t } = useTranslation('bulk');
  return (
    <li className={styles.label}>
      <span role="img" aria-label={t('labels.open', { name: device.name })}>
        <span aria-hidden="true">
          <QRCode
            type="svg"
            size={88}
            bordered={false}
            color="#000000"
            bgColor="#ffffff"
            errorLevel="M"
            value={`${window.location.origin}/projects/${projectId}/devices?device=${device.id}`}
          />
        </span>
      </span>
      <div>
        <b>{device.name}</b>
        <span>{projectName}</span>
        <span>
          {t('labels.sncode')} {device.sncode}
        </span>
        {device.register && (
          <span>
            {t('labels.register')} {device.register}
          </span>
        )}
      </div>
    </li>
  );
}
