import { DownloadOutlined } from '@ant-design/icons';
import { Button, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useLanguage } from '@/ui/i18n/use-language';
import { DataTable } from '@/ui/table/data-table';
import { shippedIn } from '../model/choice';
import { type ReportTemplate, type Shipped, useShippedFile } from '../queries';
import styles from '../templates.module.css';

interface Props {
  list: ReportTemplate[];
  zone: string;
  onOpen: (id: number) => void;
}

/** The templates of a project, by name. */
export function TemplatesTable({ list, zone, onOpen }: Props) {
  const { t } = useTranslation('report-templates');
  const columns: TableColumnType<ReportTemplate>[] = [
    {
      key: 'name',
      title: t('column.name'),
      ellipsis: true,
      render: (_, { name, format }) => (
        <>
          {name} <span className={styles.quiet}>.{format}</span>
        </>
      ),
    },
    {
      key: 'version',
      width: 110,
      title: t('column.version'),
      render: (_, { version }) => t('versionOf', { version }),
    },
    {
      key: 'unknown',
      width: 130,
      title: t('column.unknown'),
      render: (_, { unknown }) => (unknown > 0 ? <span className={styles.fault}>{unknown}</span> : '0'),
    },
    {
      key: 'size',
      width: 110,
      responsive: ['lg'],
      title: t('column.size'),
      render: (_, { size }) => formatBytes(size),
    },
    {
      key: 'account',
      width: 220,
      title: t('column.account'),
      render: (_, { account, changedAt }) => (
        <>
          {account} <span className={styles.quiet}>{formatTime(changedAt, zone, 'list')}</span>
        </>
      ),
    },
  ];
  return (
    <DataTable<ReportTemplate>
      label={t('title')}
      rowKey={({ id }) => id}
      dataSource={list}
      onOpen={({ id }) => onOpen(id)}
      columns={columns}
      cards={['name', 'version']}
    />
  );
}

/** The templates that come with the product, to begin one from. */
export function ShippedTemplates({ projectId, list }: { projectId: number; list: readonly Shipped[] }) {
  const { t } = useTranslation('report-templates');
  const language = useLanguage();
  const save = useShippedFile(projectId);
  return (
    <section className={styles.shipped} aria-labelledby="shipped-templates">
      <h3 id="shipped-templates">{t('shipped.title')}</h3>
      <p>{t('shipped.hint')}</p>
      <ul>
        {shippedIn(list, language).map((one) => {
          const name = `${one.title}.${one.format}`;
          return (
            <li key={one.id}>
              <span>
                {one.title} <span className={styles.quiet}>.{one.format}</span>
              </span>
              <Button
                icon={<DownloadOutlined aria-hidden />}
                aria-label={t('shipped.download', { name })}
                loading={save.isPending && save.variables?.id === one.id}
                onClick={() => save.mutate(one)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
