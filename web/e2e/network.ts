import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A network between browser and server. It forwards bytes, drops them without closing anything, refuses connections,
 * or holds back streams as a buffering proxy does.
 */
export class Network {
  private readonly sockets = new Set<Socket>();
  private mode: 'open' | 'swallowing' | 'refusing' | 'holding' = 'open';
  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (socket) => this.pass(socket));
  }

  static async to(target: string): Promise<Network> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new Network(server, new URL(target));
  }

  get address(): string {
    const at = this.server.address();
    return `http://127.0.0.1:${typeof at === 'object' ? at?.port : at}`;
  }

  /** Drops all bytes in both directions without closing any connection. */
  swallow(): void {
    this.mode = 'swallowing';
  }

  /** New connections are refused, those that are open are cut. */
  refuse(): void {
    this.mode = 'refusing';
    this.cut();
  }

  /** Lets responses pass, but holds back streams. */
  hold(): void {
    this.mode = 'holding';
    this.cut();
  }

  /** Lets bytes pass again, on new connections. */
  open(): void {
    this.mode = 'open';
    this.cut();
  }

  /** Closes every open connection, as a proxy does on restart or timeout. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((closed) => this.server.close(closed));
  }

  private pass(socket: Socket): void {
    if (this.mode === 'refusing') {
      socket.resetAndDestroy();
      return;
    }
    const far = connect(Number(this.target.port), this.target.hostname);
    let held = false;
    const through = () => this.mode !== 'swallowing' && !held;
    socket.on('data', (bytes) => {
      if (this.mode === 'holding' && bytes.includes('GET /api/events ')) held = true;
      if (this.mode !== 'swallowing') far.write(bytes);
    });
    far.on('data', (bytes) => through() && socket.write(bytes));
    for (const [end, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      this.sockets.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        this.sockets.delete(end);
        other.destroy();
      });
    }
  }
}
