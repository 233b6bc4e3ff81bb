import { PrinterOutlined } from '@ant-design/icons';
import { Button, Input, Pagination, QRCode, Select } from 'antd';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { DevicesNav } from '@/entities/device/devices-nav';
import { useProject } from '@/entities/project/use-project';
import list from '@/ui/list-page.module.css';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import styles from '../bulk.module.css';
import { type Device, useFoundDevices } from '../queries';

/** The server's page size, printed in one go. */
const most = 200;

/** The papers: a sheet of A4 with 3 × 8 labels of 63.5 × 33.9 mm, or rolls with one label each. */
const papers = ['a4', 'roll60', 'roll50'] as const;
type Paper = (typeof papers)[number];

/** Labels for work on site: name, serial number, register, and a code that opens the device. */
export default function LabelsPage() {
  const { t } = useTranslation(['bulk', 'common']);
  const projectId = Number(useParams().projectId);
  const project = useProject(projectId).data;
  const { search, put, page, toPage } = useAddress();
  const name = search.get('q') ?? '';
  const paper: Paper = papers.find((one) => one === search.get('paper')) ?? 'a4';
  const ids = (search.get('ids') ?? '')
    .split(',')
    .map(Number)
    .filter((id) => id > 0);
  const query = useFoundDevices(
    project?.corporationId,
    ids.length > 0
      ? { ids: ids.slice((page - 1) * most, page * most), pageSize: most }
      : { projectId, ...(name ? { name } : {}), page, pageSize: most },
  );
  const total = ids.length || (query.data?.total ?? 0);
  return (
    <div className={list.page}>
      <h1 className="visually-hidden">{t('labels.title')}</h1>
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <DevicesNav projectId={projectId} corporationId={project?.corporationId} here="actions" />
            <Input.Search
              allowClear
              className={list.search ?? ''}
              placeholder={t('labels.search')}
              aria-label={t('labels.search')}
              defaultValue={name}
              onSearch={(text) => put({ q: text.trim(), page: '', ids: '' })}
            />
            <span className={list.space} />
            <Select<Paper>
              aria-label={t('labels.paper')}
              popupMatchSelectWidth={false}
              value={paper}
              options={papers.map((one) => ({ value: one, label: t(`labels.papers.${one}`) }))}
              onChange={(next) => put({ paper: next === 'a4' ? '' : next })}
            />
            <Button
              type="primary"
              icon={<PrinterOutlined aria-hidden />}
              disabled={!query.data?.list.length || query.isPlaceholderData}
              onClick={() => window.print()}
            >
              {t('labels.print')}
            </Button>
          </div>
          <div className={list.scroll}>
            <QueryPanel
              query={query}
              rows={6}
              isEmpty={(one) => one.list.length === 0}
              empty={<PanelEmpty title={t('labels.none')} hint={t('labels.noneHint')} />}
            >
              {(one) => (
                <>
                  <Sheet devices={one.list} projectId={projectId} projectName={project?.name ?? ''} />
                  {createPortal(
                    <div className={styles.paper} data-paper={paper}>
                      <Sheet devices={one.list} projectId={projectId} projectName={project?.name ?? ''} />
                    </div>,
                    document.body,
                  )}
                </>
              )}
            </QueryPanel>
          </div>
          <div className={list.foot}>
            <span>
              {t('labels.count', { count: total })}
              {total > most && ` · ${t('labels.limit', { count: most })}`}
            </span>
            <Pagination
              current={page}
              pageSize={most}
              total={total}
              hideOnSinglePage
              showSizeChanger={false}
              onChange={toPage}
            />
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
