import {
  ApartmentOutlined,
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BellOutlined,
  CalendarOutlined,
  CloudUploadOutlined,
  ClusterOutlined,
  DesktopOutlined,
  DownloadOutlined,
  FileTextOutlined,
  HddOutlined,
  HomeOutlined,
  KeyOutlined,
  LineChartOutlined,
  ProfileOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  SnippetsOutlined,
  TeamOutlined,
  UnorderedListOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import type { MenuIcon } from './menu';

const icons: Record<MenuIcon, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  home: HomeOutlined,
  projects: UnorderedListOutlined,
  screen: DesktopOutlined,
  data: LineChartOutlined,
  boards: AppstoreOutlined,
  alerts: BellOutlined,
  reports: FileTextOutlined,
  templates: SnippetsOutlined,
  schedules: CalendarOutlined,
  files: DownloadOutlined,
  inspection: AuditOutlined,
  devices: HddOutlined,
  console: SettingOutlined,
  corporation: ApartmentOutlined,
  users: UserOutlined,
  groups: TeamOutlined,
  roles: KeyOutlined,
  logs: ProfileOutlined,
  license: SafetyCertificateOutlined,
  software: CloudUploadOutlined,
  tenants: BankOutlined,
  servers: ClusterOutlined,
  keys: ApiOutlined,
};

export function MenuIconView({ icon }: { icon: MenuIcon }) {
  const Icon = icons[icon];
  return <Icon aria-hidden />;
}
