import type { TFunction } from 'i18next';
import type { ArrayCalibration, ArrayPort } from '../admi-queries';
import type { CalibrationFile } from '../care-queries';

/** What a serial port is used for: this array, another program, or nothing. */
export function portState(port: ArrayPort, own: string): 'own' | 'inUse' | 'free' {
  if (port.name === own) return 'own';
  return port.inUse ? 'inUse' : 'free';
}

/** The ports to choose from, and the present one even if the machine does not have it any more. */
export function portChoices(ports: readonly ArrayPort[], own: string, t: TFunction<['array', 'devices', 'common']>) {
  const choices = ports.map((port) => ({
    value: port.name,
    label: [port.name, port.description, portState(port, own) === 'inUse' && t('portStates.inUse')]
      .filter(Boolean)
      .join(' · '),
  }));
  if (own && !ports.some((port) => port.name === own)) {
    choices.unshift({ value: own, label: `${own} · ${t('portStates.gone')}` });
  }
  return choices;
}

/** A calibration file of the device, of its service, or of both. */
export interface ArrayFile {
  filename: string;
  size: number;
  /** The file at the service; undefined: it does not have it. */
  sent?: ArrayCalibration;
  /** The uploaded file can be sent: the service has none of that name, or another content. */
  sendable: boolean;
}

/** The files of the service first, then those that were only uploaded. */
export function arrayFiles(atService: readonly ArrayCalibration[], uploaded: readonly CalibrationFile[]): ArrayFile[] {
  return [
    ...atService.map((sent) => ({
      filename: sent.filename,
      size: sent.size,
      sent,
      sendable: sent.uploaded === 'other',
    })),
    ...uploaded
      .filter(({ filename }) => !atService.some((one) => one.filename === filename))
      .map(({ filename, size }) => ({ filename, size, sendable: true })),
  ];
}
