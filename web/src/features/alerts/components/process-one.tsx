import { Form } from 'antd';
import { type AlertDetail, type Handling, useProcess } from '../queries';
import { ProcessForm } from './process-form';

/** The form by which a person decides on an alert. */
export function ProcessOne({ alert, onClose }: { alert: AlertDetail; onClose: () => void }) {
  const [form] = Form.useForm<Handling>();
  const process = useProcess();
  return (
    <ProcessForm
      form={form}
      projectId={alert.projectId}
      busy={process.isPending}
      count={1}
      onSubmit={(handling) => process.mutate({ alertId: alert.id, level: alert.level, ...handling })}
      onCancel={onClose}
    />
  );
}
