import { Form, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/ui/i18n/use-language';
import { formatOf } from '../../template/model/choice';
import { useReportTemplates } from '../../template/queries';
import { useTemplateOptions } from '../../template/use-template-options';
import type { ReportForm } from '../model/settings';

interface Props {
  projectId: number;
  /** It becomes a file of the download centre, whose format is chosen. */
  asFile: boolean;
}

/** The form of a report: the product's own, one that comes with it, or a template of the project. */
export function TemplateFields({ projectId, asFile }: Props) {
  const { t } = useTranslation('project-reports');
  const options = useTemplateOptions(projectId, useLanguage(), ({ name, format, version }) =>
    t('templateVersion', { name: `${name}.${format}`, version }),
  );
  const form = Form.useFormInstance<ReportForm>();
  const query = useReportTemplates(projectId);
  const { list, shipped, pdf } = query.data ?? { list: [], shipped: [], pdf: [] };
  const choice = Form.useWatch<string>('template', form) ?? '';
  const formatFor = (one: string) => formatOf(one, { list, shipped }) as '' | 'xlsx' | 'docx';
  const format = formatFor(choice);
  const printed = format === '' || pdf.includes(format);
  return (
    <>
      <Form.Item
        name="template"
        label={t('fact.template')}
        extra={t(format === '' ? 'templateHint.own' : printed ? 'templateHint.chosen' : 'templateHint.noPdf')}
      >
        <Select
          loading={query.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          options={options}
          onChange={(chosen: string) => {
            const own = formatFor(chosen);
            form.setFieldValue('format', own === '' || pdf.includes(own) ? 'pdf' : own);
          }}
        />
      </Form.Item>
      <Form.Item name="format" label={t('format')} hidden={!asFile || format === ''}>
        <Radio.Group
          options={['pdf' as const, ...(format ? [format] : [])]
            .filter((one) => one !== 'pdf' || printed)
            .map((value) => ({ value, label: value.toUpperCase() }))}
        />
      </Form.Item>
    </>
  );
}
