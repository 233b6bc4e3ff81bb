import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Camera, cameraText, type NamedView, views, zoomed } from '@/entities/scene/space';
import type { ViewState } from '../model/view-state';
import toolbar from './toolbar.module.css';

interface Props {
  camera: Camera;
  state: Pick<ViewState, 'view'>;
  names: Record<NamedView, string>;
  change: (change: Partial<ViewState>) => void;
}

/** Views of a scene with a name, and zoom. */
export function SceneViews({ camera, state, names, change }: Props) {
  const { t } = useTranslation('data-views');
  const named = views.find((one) => one === (state.view ?? 'usual'));
  const zoom = (by: number) => change({ view: cameraText(zoomed(camera, by, 1)) });
  return (
    <>
      <Select<string>
        style={{ minWidth: 104 }}
        aria-label={t('space.view')}
        popupMatchSelectWidth={false}
        value={named ?? 'free'}
        options={[
          ...views.map((value) => ({ value: value as string, label: names[value] })),
          ...(named ? [] : [{ value: 'free', label: t('space.free') }]),
        ]}
        onChange={(value) => change({ view: value === 'usual' ? null : value })}
      />
      <span className={toolbar.group}>
        <Button
          type="text"
          icon={<MinusOutlined aria-hidden />}
          aria-label={t('space.out')}
          onClick={() => zoom(1 / 1.4)}
        />
        <Button type="text" icon={<PlusOutlined aria-hidden />} aria-label={t('space.in')} onClick={() => zoom(1.4)} />
        <Button disabled={state.view === null} type="text" onClick={() => change({ view: null })}>
          {t('space.reset')}
        </Button>
      </span>
    </>
  );
}
