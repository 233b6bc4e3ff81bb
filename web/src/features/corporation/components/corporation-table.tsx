import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import { type CorporationSummary, useDisableCorporation, useEnterCorporation } from '../queries';
import { CorporationDrawer } from './corporation-drawer';
import styles from './corporation-table.module.css';

interface Props {
  list: CorporationSummary[];
  total: number;
  sort: string;
  page: number;
  pageSize: number;
  onSort: (sort: string) => void;
  onPage: (page: number) => void;
}

const counts = ['userCount', 'projectCount', 'pointCount', 'deviceCount'] as const;

/** Corporations with their contents; opened, entered to help, disabled and enabled from here. */
export function CorporationTable({ list, total, sort, page, pageSize, onSort, onPage }: Props) {
  const { t } = useTranslation(['corporation', 'common']);
  const { modal } = App.useApp();
  const [open, setOpen] = useState<CorporationSummary>();
  const enter = useEnterCorporation();
  const disable = useDisableCorporation();

  function askEnter(one: CorporationSummary) {
    modal.confirm({
      title: t('list.enterTitle', { name: one.name }),
      content: t(one.allowHelpEdits ? 'list.enterEdits' : 'list.enterLooks'),
      okText: t('list.enter'),
      onOk: () => enter.mutateAsync(one.id),
    });
  }

  function askDisable(one: CorporationSummary) {
    modal.confirm({
      title: t(one.active ? 'list.disableTitle' : 'list.enableTitle', { name: one.name }),
      content: t(one.active ? 'list.disableText' : 'list.enableText'),
      okText: t(one.active ? 'list.disable' : 'list.enable'),
      okButtonProps: { danger: one.active },
      onOk: () => disable.mutateAsync({ id: one.id, disabled: one.active }),
    });
  }

  const order = (key: string) => ({
    sorter: true,
    sortOrder: sort === key ? ('ascend' as const) : sort === `-${key}` ? ('descend' as const) : null,
  });

  return (
    <>
      <DataTable<CorporationSummary>
        label={t('list.title')}
        rowKey={(one) => one.id}
        dataSource={list}
        onOpen={setOpen}
        selectedKey={open?.id}
        onChange={(_, __, sorted) => {
          const by = Array.isArray(sorted) ? sorted[0] : sorted;
          const wanted = by?.order ? `${by.order === 'descend' ? '-' : ''}${String(by.columnKey)}` : '';
          if (wanted !== sort) onSort(wanted);
        }}
        pagination={
          total > pageSize
            ? {
                current: page,
                pageSize,
                total,
                showSizeChanger: false,
                showTotal: (all) => t('common:table.total', { total: all }),
                onChange: onPage,
              }
            : false
        }
        columns={[
          {
            key: 'name',
            title: t('name'),
            ellipsis: true,
            ...order('name'),
            render: (_, one) => <b className={styles.name}>{one.name}</b>,
          },
          {
            key: 'prefix',
            title: t('domainPrefix'),
            ellipsis: true,
            responsive: ['md'],
            render: (_, one) => <span className={styles.quiet}>{one.domainPrefix || t('common:none')}</span>,
          },
          ...counts.map((key) => ({
            key,
            title: t(`list.${key}`),
            align: 'right' as const,
            width: 84,
            responsive: ['lg' as const],
            render: (_: unknown, one: CorporationSummary) => formatNumber(one[key], 0),
          })),
          {
            key: 'createdAt',
            title: t('list.createdAt'),
            width: 120,
            responsive: ['lg'],
            ...order('createdAt'),
            render: (_, one) => formatTime(one.createdAt, undefined, 'date'),
          },
          {
            key: 'state',
            title: t('list.state'),
            width: 84,
            render: (_, one) => (
              <span className={one.active ? undefined : styles.quiet}>
                {t(`list.states.${one.active ? 'active' : 'disabled'}`)}
              </span>
            ),
          },
          {
            key: 'do',
            title: t('list.do'),
            width: 150,
            render: (_, one) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: keeps the row from opening behind its buttons
              // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside take the keys
              <span className={styles.actions} onClick={(event) => event.stopPropagation()}>
                <Button type="link" onClick={() => askEnter(one)}>
                  {t('list.enter')}
                </Button>
                <Button type="link" danger={one.active} onClick={() => askDisable(one)}>
                  {t(one.active ? 'list.disable' : 'list.enable')}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {open && <CorporationDrawer key={open.id} corporation={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
