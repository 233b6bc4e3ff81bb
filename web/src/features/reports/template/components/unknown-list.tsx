import { Button, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { DataTable } from '@/ui/table/data-table';
import { type Adopted, keyOf } from '../model/changes';
import type { Place } from '../model/grid';
import styles from '../templates.module.css';

interface Props {
  /** Each place once. */
  list: Place[];
  adopted: Adopted;
  /** The name of a sheet; empty if there is only one. */
  nameOf: (sheet: string) => string;
  mayAdopt: boolean;
  onAdopt: (place: Place) => void;
  onUndo: (place: Place) => void;
  onShow: (place: Place) => void;
}

/** The placeholders that reports would leave as they are: where, why, and what to write instead. */
export function UnknownList({ list, adopted, nameOf, mayAdopt, onAdopt, onUndo, onShow }: Props) {
  const { t } = useTranslation('report-templates');
  const say = useLabel();
  const columns: TableColumnType<Place>[] = [
    {
      key: 'cell',
      width: 150,
      title: t('unknown.cell'),
      render: (_, place) => {
        const at = [nameOf(place.sheet), place.cell || t('unknown.inHeading')].filter(Boolean).join(' ');
        if (place.cell === '') return at;
        return (
          <Button
            type="link"
            size="small"
            className={styles.at ?? ''}
            aria-label={t('unknown.show', { cell: at })}
            onClick={() => onShow(place)}
          >
            {at}
          </Button>
        );
      },
    },
    {
      key: 'placeholder',
      title: t('unknown.placeholder'),
      render: (_, place) => (
        <code className={styles.mark} data-adopted={adopted.has(keyOf(place))}>
          {place.placeholder}
        </code>
      ),
    },
    { key: 'reason', title: t('unknown.reason'), render: (_, { reason }) => say(reason) },
    {
      key: 'suggestion',
      title: t('unknown.suggestion'),
      render: (_, { suggestion }) => (suggestion ? <code className={styles.suggested}>{suggestion}</code> : '—'),
    },
  ];
  if (mayAdopt) {
    columns.push({
      key: 'adopt',
      width: 130,
      align: 'right',
      render: (_, place) => {
        if (place.suggestion === '') return null;
        if (adopted.has(keyOf(place))) {
          return (
            <>
              <span className={styles.quiet}>{t('unknown.adopted')}</span>{' '}
              <Button type="link" size="small" onClick={() => onUndo(place)}>
                {t('unknown.undo')}
              </Button>
            </>
          );
        }
        return (
          <Button
            type="link"
            size="small"
            aria-label={t('unknown.adoptOf', { placeholder: place.suggestion })}
            onClick={() => onAdopt(place)}
          >
            {t('unknown.adopt')}
          </Button>
        );
      },
    });
  }
  return (
    <DataTable<Place>
      label={t('unknown.title')}
      rowKey={keyOf}
      dataSource={list}
      columns={columns}
      cards={['cell', 'placeholder']}
    />
  );
}
