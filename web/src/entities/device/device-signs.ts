export type SignLook = 'plain' | 'quiet' | 'fault';

/** The picture of a state of a device: strokes in a box of 16. */
export interface DeviceSign {
  look: SignLook;
  path: string;
}

/** Signs of the connection states. */
export const stateSigns: Record<string, DeviceSign> = {
  online: {
    look: 'plain',
    path: 'M8 2.6a5.4 5.4 0 1 1 0 10.8a5.4 5.4 0 0 1 0-10.8ZM8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 0 1 0-2.8Z',
  },
  sleep: { look: 'quiet', path: 'M12.9 10.2A5.6 5.6 0 0 1 5.8 3.1a5.6 5.6 0 1 0 7.1 7.1Z' },
  offline: { look: 'fault', path: 'M8 2.6a5.4 5.4 0 1 1 0 10.8a5.4 5.4 0 0 1 0-10.8ZM4.4 11.6l7.2-7.2' },
};

/** Signs of the health states. */
export const healthSigns: Record<string, DeviceSign> = {
  normal: { look: 'plain', path: 'M3.4 8.4l3 3l6.2-6.8' },
  unknown: { look: 'quiet', path: 'M5 12.8L11 3.2M3.4 8h1M11.6 8h1' },
  lowVoltage: { look: 'fault', path: 'M2 5h10v6H2ZM12 7h2v2h-2M4.2 7v2' },
  dataLost: { look: 'fault', path: 'M1.6 8h4M8 8h2.4M13 8h1.6' },
  dataRepeated: { look: 'fault', path: 'M2.6 6h10.8M2.6 10h10.8' },
};
