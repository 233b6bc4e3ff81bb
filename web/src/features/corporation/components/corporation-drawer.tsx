import { Drawer } from 'antd';
import type { CorporationSummary } from '../queries';
import { CorporationForm } from './corporation-form';

interface Props {
  corporation: CorporationSummary;
  onClose: () => void;
}

/** One corporation as its operators see and change it. */
export function CorporationDrawer({ corporation, onClose }: Props) {
  return (
    <Drawer open title={corporation.name} size="large" onClose={onClose} mask={{ closable: true }}>
      <CorporationForm corporation={corporation} />
    </Drawer>
  );
}
