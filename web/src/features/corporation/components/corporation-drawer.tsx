import { Drawer } from 'antd';
import type { CorporationSummary } from '../queries';
import { CorporationForm } from './corporation-form';

interface Props {
  corporation: CorporationSummary;
  onClose: () => void;
}

/** One corporation, for platform operators to view and edit. */
export function CorporationDrawer({ corporation, onClose }: Props) {
  return (
    <Drawer open title={corporation.name} size="large" onClose={onClose} mask={{ closable: true }}>
      <CorporationForm corporation={corporation} />
    </Drawer>
  );
}
