import { createServer, type Server, type Socket } from 'node:net';

interface Mail {
  to: string;
  text: string;
  pictures: Buffer[];
  files: Buffer[];
}

/**
 * A mail server on loopback that accepts every mail (the RFC 5321 commands a sender needs) and keeps them for the
 * test.
 */
export class MailServer {
  private readonly mails: Mail[] = [];
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(port: number) {
    this.server = createServer((socket) => this.talk(socket)).listen(port, '127.0.0.1');
  }

  /** Ends its sessions too: the product keeps them for the next mail, which would reach nobody. */
  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** The newest six-digit code sent to an address, or undefined. */
  code(to: string): string | undefined {
    const mail = this.mails.findLast((sent) => sent.to === to);
    return mail && /\b\d{6}\b/.exec(mail.text)?.[0];
  }

  /** The newest mail sent to an address as text, or undefined. */
  newest(to: string): string | undefined {
    return this.mails.findLast((sent) => sent.to === to)?.text;
  }

  /** The texts of all mails sent to an address. */
  all(to: string): string[] {
    return this.mails.filter((sent) => sent.to === to).map(({ text }) => text);
  }

  /** The pictures in the newest mail sent to an address. */
  pictures(to: string): Buffer[] {
    return this.mails.findLast((sent) => sent.to === to)?.pictures ?? [];
  }

  /** The attached PDF files of the newest mail sent to an address. */
  files(to: string): Buffer[] {
    return this.mails.findLast((sent) => sent.to === to)?.files ?? [];
  }

  private talk(socket: Socket): void {
    let rest = '';
    let to = '';
    let data: string[] | undefined;
    const line = (text: string) => {
      if (data) {
        if (text !== '.') {
          data.push(text);
          return;
        }
        this.mails.push({
          to,
          text: body(data),
          pictures: parts(data, 'image/png'),
          files: parts(data, 'application/pdf'),
        });
        data = undefined;
        socket.write('250 taken\r\n');
        return;
      }
      const [command = ''] = text.toUpperCase().split(' ');
      if (text.toUpperCase().startsWith('RCPT TO:')) to = /<(.*)>/.exec(text)?.[1] ?? '';
      if (command === 'DATA') {
        data = [];
        socket.write('354 go on\r\n');
      } else if (command === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    };
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const text of lines) line(text);
    });
    socket.write('220 localhost\r\n');
  }
}

/** The first part of a mail, which is its plain text, decoded from quoted-printable. */
function body(lines: string[]): string {
  const text = lines.join('\n');
  const plain = text.slice(text.indexOf('text/plain'));
  const coded = plain.slice(plain.indexOf('\n\n'), plain.indexOf('text/html')).replaceAll('=\n', '');
  const bytes = coded.replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The parts of a mail that have a type. */
function parts(lines: string[], type: string): Buffer[] {
  const list = lines.join('\n').split('\n--');
  return list
    .filter((part) => new RegExp(`^Content-Type: ${type}`, 'im').test(part))
    .map((part) => Buffer.from(part.slice(part.indexOf('\n\n')), 'base64'));
}
