import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import editors from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { NumberField } from '@/ui/form/number-field';
import { ScrollArea } from '@/ui/scroll-area';
import { type FileRead, type Layout, mapped, separators } from '../model/survey-import';
import styles from './survey-import.module.css';

interface Props {
  preview: FileRead;
  fields: readonly string[];
  fieldName: (field: string) => string;
  onLayout: (layout: Layout | null) => void;
}

/** Which column holds what, and the first lines of the file. */
export function SurveyMapping({ preview, fields, fieldName, onLayout }: Props) {
  const { t } = useTranslation('data-views');
  const { layout, width, lines } = preview;
  const columns = Array.from({ length: width }, (_, i) => i);
  const fieldOf = (column: number) => fields.find((field) => layout.columns[field] === column);
  return (
    <>
      <div className={editors.grid}>
        {layout.separator !== '' && (
          <Field label={t('pipeImport.separator')}>
            <Select
              style={{ width: '100%' }}
              aria-label={t('pipeImport.separator')}
              value={layout.separator}
              options={separators.map((value) => ({ value, label: t(`pipeImport.separators.${value}`) }))}
              onChange={(separator) => onLayout({ separator, head: 0, columns: {} })}
            />
          </Field>
        )}
        <Field label={t('pipeImport.head')}>
          <NumberField
            label={t('pipeImport.head')}
            min={0}
            max={100}
            value={layout.head}
            onChange={(head) => onLayout({ ...layout, head: head ?? 0 })}
          />
        </Field>
        {fields.map((field) => (
          <Field key={field} label={fieldName(field)}>
            <Select
              allowClear
              style={{ width: '100%' }}
              aria-label={fieldName(field)}
              placeholder={t('pipeImport.none')}
              value={layout.columns[field] ?? null}
              options={columns.map((value) => ({ value, label: t('pipeImport.column', { no: value + 1 }) }))}
              onChange={(column: number | undefined) => onLayout(mapped(layout, field, column ?? null))}
            />
          </Field>
        ))}
      </div>
      <ScrollArea className={styles.lines} label={t('pipeImport.lines')}>
        <table>
          <thead>
            <tr>
              <th>{t('pipeImport.line')}</th>
              {columns.map((column) => {
                const field = fieldOf(column);
                return <th key={column}>{field ? fieldName(field) : t('pipeImport.column', { no: column + 1 })}</th>;
              })}
            </tr>
          </thead>
          <tbody>
            {lines.map((cells, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other identity
              <tr key={i} data-head={i < layout.head}>
                <td>{i + 1}</td>
                {columns.map((column) => (
                  <td key={column}>{cells[column] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  );
}
