import { type Ref, useImperativeHandle, useRef } from 'react';
import { type ChartHandle, Twin, type TwinTable } from '@/entities/chart/chart-view';
import type { PictureText } from '@/entities/chart/picture-head';
import { useLanguage } from '@/ui/i18n/use-language';
import { saveScene, saveSceneDrawing } from './save-scene';
import { SceneStage, type Seen, type StageProps } from './scene-stage';

interface Props extends StageProps, PictureText {
  twin: () => TwinTable;
  showTable: boolean;
  handle?: Ref<ChartHandle>;
}

/** A scene in space with its description, its table and its exports. */
export function SceneView({ title, subtitle, facts, twin, showTable, handle, ...stage }: Props) {
  const language = useLanguage();
  const seen = useRef<Seen>({ camera: stage.camera, size: { width: 0, height: 0 } });
  const { painting } = stage;
  useImperativeHandle(handle, () => {
    const now = () => {
      const { camera, size } = seen.current;
      return { camera, size: size.width > 0 ? size : { width: 1200, height: 700 } };
    };
    return {
      savePicture: () => saveScene(painting, now().camera, now().size, { title, subtitle, facts }),
      saveDrawing: () => saveSceneDrawing(painting, now().camera, now().size, { title, subtitle, facts }, language),
    };
  }, [painting, title, subtitle, facts, language]);
  if (showTable) return <Twin table={twin()} label={title} />;
  return <SceneStage {...stage} seen={seen} />;
}
