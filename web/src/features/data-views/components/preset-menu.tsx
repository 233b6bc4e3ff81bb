import { StarOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { knownIn } from '../model/known';
import { presetQuery } from '../model/preset';
import { useViewPage, type ViewPage } from '../model/view-page';
import { writeState } from '../model/view-state';
import { usePresets } from '../queries/presets';
import { PresetDialog } from './preset-dialog';
import { PresetDrawer } from './preset-drawer';

/** Saved controls of the view, in its tool bar. */
export function PresetMenu() {
  const page = useViewPage();
  return page && <Menu page={page} />;
}

function Menu({ page }: { page: ViewPage }) {
  const { t } = useTranslation('presets');
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<'save' | 'manage' | null>(null);
  const query = usePresets(page, open || asked !== null);
  const presets = query.data ?? [];
  const present = presetQuery(search);
  const listed: MenuProps['items'] = query.error
    ? [{ key: 'failed', label: t('failed'), onClick: () => void query.refetch() }]
    : presets.length > 0
      ? presets.map((preset) => ({
          key: `preset-${preset.id}`,
          label: preset.own || !preset.owner ? preset.name : t('of', { name: preset.name, owner: preset.owner }),
          onClick: () =>
            setSearch((old) => writeState(new URLSearchParams(preset.query), { known: knownIn(old) }), {
              replace: true,
            }),
        }))
      : [{ key: 'none', label: t(query.isPending ? 'loading' : 'none'), disabled: true }];
  return (
    <>
      <Dropdown
        trigger={['click']}
        open={open}
        onOpenChange={setOpen}
        menu={{
          selectedKeys: presets.filter((preset) => preset.query === present).map(({ id }) => `preset-${id}`),
          items: [
            ...listed,
            { type: 'divider' },
            { key: 'save', label: t('save'), onClick: () => setAsked('save') },
            { key: 'manage', label: t('manage'), disabled: presets.length === 0, onClick: () => setAsked('manage') },
          ],
        }}
      >
        <Button type="text" icon={<StarOutlined aria-hidden />} aria-label={t('title')} title={t('title')} />
      </Dropdown>
      {asked === 'save' && <PresetDialog page={page} preset={null} query={present} onClose={() => setAsked(null)} />}
      {asked === 'manage' && (
        <PresetDrawer page={page} presets={presets} present={present} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
