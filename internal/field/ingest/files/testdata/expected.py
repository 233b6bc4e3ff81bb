#!/usr/bin/env python3
"""Computes expected/*.csv from formats/* without code of the product. Run it in this folder and commit the results.

The first line of an expected file has the counts: rows, refused, empty, cells. The header names the columns: #n, from
0, with @key if only rows of a key count. Each further line is a reading: UTC ms and the values."""
import csv, datetime as dt, io, math, os, re, struct, xml.etree.ElementTree as ET
from zoneinfo import ZoneInfo

UTC = dt.timezone.utc
EPOCH = dt.datetime(1970, 1, 1, tzinfo=UTC)


def ms(t, zone=UTC):
    t = t if t.tzinfo else t.replace(tzinfo=zone)
    return round((t - EPOCH) / dt.timedelta(milliseconds=1))


def num(text, comma=False):
    text = text.strip().strip('"')
    if comma:
        text = text.replace('.', '').replace(',', '.') if ',' in text and '.' in text else text.replace(',', '.')
    if text == '':
        return None
    return float(text)


def write(name, columns, rows, total=None, refused=0, empty=0, cells=0):
    total = len(rows) + refused + empty if total is None else total
    os.makedirs('expected', exist_ok=True)
    with open(f'expected/{name}.csv', 'w') as f:
        f.write(f'{total},{refused},{empty},{cells}\n')
        f.write('time,' + ','.join(columns) + '\n')
        for at, values in sorted(rows, key=lambda r: r[0]):
            f.write(str(at) + ',' + ','.join('' if v is None else 'nan' if math.isnan(v) else repr(v) for v in values) + '\n')


def text(name, encoding='utf-8'):
    with open('formats/' + name, 'rb') as f:
        return f.read().decode(encoding)


def diver(name, encoding='latin-1'):
    rows = []
    for m in re.finditer(r'^(\d{4})/(\d\d)/(\d\d) (\d\d):(\d\d):(\d\d)\.(\d)\s+(\S+)\s+(\S+)', text(name, encoding), re.M):
        y, mo, d, h, mi, s, f = map(int, m.groups()[:7])
        rows.append((ms(dt.datetime(y, mo, d, h, mi, s, f * 100000)), [float(m[8]), float(m[9])]))
    write(name, ['#2', '#3'], rows)


def solinst():
    rows = []
    for line in text('solinst.csv', 'latin-1').splitlines():
        c = line.split(',')
        if re.match(r'\d{4}/', c[0]):
            t = dt.datetime.strptime(c[0] + ' ' + c[1], '%Y/%m/%d %H:%M:%S') + dt.timedelta(milliseconds=int(c[2]))
            rows.append((ms(t, dt.timezone(dt.timedelta(hours=2))), [float(c[3]), float(c[4])]))
    write('solinst.csv', ['#3', '#4'], rows)


def xle():
    rows = []
    for log in ET.parse('formats/solinst.xle').getroot().iter('Log'):
        t = dt.datetime.strptime(log.find('Date').text + ' ' + log.find('Time').text, '%Y/%m/%d %H:%M:%S')
        rows.append((ms(t) + int(log.find('ms').text), [float(log.find('ch1').text), float(log.find('ch2').text)]))
    write('solinst.xle', ['#3', '#4'], rows)


def keller():
    rows = []
    for line in text('keller.txt').splitlines()[1:]:
        c = line.split('\t')
        if c[0]:
            rows.append((ms(dt.datetime.strptime(c[0], '%d/%m/%Y %H:%M:%S')), [num(c[2], True), num(c[5], True)]))
    write('keller.txt', ['#2', '#5'], rows)


def inbo():
    rows = []
    for c in list(csv.reader(io.StringIO(text('inbo.csv'))))[1:]:
        t = dt.datetime.strptime(c[5], '%d/%m/%Y %H:%M:%S %z')
        rows.append((ms(t), [num(c[6], True), num(c[7], True)]))
    write('inbo.csv', ['#6', '#7'], rows)


def ellitrack():
    rows = []
    for line in text('ellitrack.txt').splitlines():
        c = line.split('\t')
        if re.match(r'\d{4}-', c[0]):
            rows.append((ms(dt.datetime.fromisoformat(c[0]), dt.timezone(dt.timedelta(hours=1))), [num(x) for x in c[1:4]]))
    write('ellitrack.txt', ['#1', '#2', '#3'], rows)


def rain():
    rows = []
    for line in text('usgs-rain.txt').splitlines():
        y, mo, d, h, mi, v = line.split()
        rows.append((ms(dt.datetime(int(y), int(mo), int(d), int(h), int(mi)), ZoneInfo('America/Los_Angeles')), [float(v)]))
    write('usgs-rain.txt', ['#5'], rows)


def vw():
    rows = []
    for line in text('vw.txt').splitlines():
        c = line.split('\t')
        rows.append((ms(dt.datetime.fromisoformat(c[0]), dt.timezone(dt.timedelta(hours=-8))), [num(x) for x in c[2:21]]))
    write('vw.txt', [f'#{i}' for i in range(2, 21)], rows)


def toa5():
    rows = []
    for line in text('toa5.dat').splitlines()[4:]:
        c = [x.strip('"') for x in line.split(',')]
        rows.append((ms(dt.datetime.fromisoformat(c[0]), ZoneInfo('Asia/Shanghai')), [float(x) for x in c[2:6]]))
    write('toa5.dat', ['#2', '#3', '#4', '#5'], rows)


def array():
    rows = []
    for line in text('array.dat').splitlines():
        c = line.split(',')
        t = dt.datetime(int(c[1]), 1, 1) + dt.timedelta(days=int(c[2]) - 1, hours=int(c[3]) // 100, minutes=int(c[3]) % 100)
        v = [None if x == '-99999' else float(x) for x in c[4:]]
        rows.append((ms(t), v + [None] if c[0] == '105' else [None, None, None, v[0]]))
    write('array.dat', ['#4@105', '#5@105', '#6@105', '#4@112'], rows)


def tenv(name, skip, first, last):
    rows = []
    for line in text(name).splitlines()[skip:]:
        c = line.split()
        rows.append((ms(dt.datetime(1858, 11, 17, tzinfo=UTC) + dt.timedelta(days=int(c[3]))), [float(x) for x in c[first:last]]))
    write(name, [f'#{i}' for i in range(first, last)], rows)


def pbo_csv():
    rows = []
    for line in text('pbo.csv').splitlines():
        c = [x.strip() for x in line.split(',')]
        if re.match(r'\d{4}-\d\d-\d\d$', c[0]):
            rows.append((ms(dt.datetime.fromisoformat(c[0])), [float(x) for x in c[1:7]]))
    write('pbo.csv', [f'#{i}' for i in range(1, 7)], rows)


def pbo_pos():
    rows = []
    for line in text('pbo.pos').splitlines():
        c = line.split()
        if len(c) == 25 and c[0].isdigit():
            rows.append((ms(dt.datetime.strptime(c[0] + c[1], '%Y%m%d%H%M%S')), [float(x) for x in c[15:21]]))
    write('pbo.pos', [f'#{i}' for i in range(15, 21)], rows)


def rtklib():
    rows = []
    for line in text('rtklib.pos').splitlines():
        if line.startswith('%') or not line.strip():
            continue
        c = line.split()
        t = dt.datetime.strptime(c[0] + ' ' + c[1], '%Y/%m/%d %H:%M:%S.%f') - dt.timedelta(seconds=18)  # GPST, 2024
        rows.append((ms(t), [float(x) for x in c[2:15]]))
    write('rtklib.pos', [f'#{i}' for i in range(2, 15)], rows)


def insitu():
    rows = []
    for line in text('insitu.csv').splitlines():
        c = line.split(',')
        try:
            t = dt.datetime.strptime(c[0], '%m/%d/%Y %I:%M:%S %p')
        except ValueError:
            continue
        rows.append((ms(t), [float(c[2]), float(c[3]), float(c[4])]))
    write('insitu.csv', ['#2', '#3', '#4'], rows)


def rdb():
    rows, cells = [], 0
    for line in text('usgs.rdb').splitlines():
        c = line.split('\t')
        if c[0] == 'USGS':
            t = dt.datetime.fromisoformat(c[2] + {'PDT': '-07:00', 'PST': '-08:00'}[c[3]])
            try:
                q = num(c[4])
            except ValueError:
                q, cells = None, cells + 1
            rows.append((ms(t), [q, num(c[6])]))
    write('usgs.rdb', ['#4', '#6'], rows, cells=cells)


def dms(v):
    s = '%.5f' % v
    d, f = s.split('.')
    return int(d) + int(f[:2]) / 60 + float(f[2:]) / 10 / 3600


def gsi(name, width, wanted, keys):
    start = ms(dt.datetime(2026, 11, 20, 8, 0), ZoneInfo('Asia/Shanghai'))
    points, rows = [], {}
    for line in text(name).splitlines():
        words = dict((m[1], (m[2], m[3], m[4])) for m in re.finditer(r'(?:^|[ *])(\d\d)([\d.]{3})([\d.])([+-]\d{%d})' % width, ' ' + line))
        if '11' not in words:
            continue
        m = re.search(r'11[\d.]{4}[+-](\d{%d})' % width, line)
        point = m[1].lstrip('0')
        points.append(point)
        for column, word in wanted:
            info, unit, digits = words[word]
            v = int(digits)
            rows[column, point] = {'0': v / 1000, '2': v / 1e5 * 0.9, '8': v / 1e5}[unit]
    columns = [(c, p) for p in points for c, _ in wanted]
    n = len(points)
    write(name, [f'#{c}@{p}' for c, p in columns], [(start, [rows[k] for k in columns])], total=n)


def nikon():
    date, points, rows = None, [], []
    for line in text('nikon.raw').splitlines():
        c = [x.strip() for x in line.split(',')]
        m = re.search(r'(\d\d-[A-Z][a-z]{2}-\d{4})', line)
        if c[0] == 'CO' and m:
            date = dt.datetime.strptime(m[1], '%d-%b-%Y').date()
        if c[0] in ('SS', 'F1', 'F2'):
            t = dt.datetime.combine(date, dt.time.fromisoformat(c[6]))

            def angle(a):
                d, f = a.split('.')
                return int(d) + int(f[:2]) / 60 + int(f[2:]) / 3600
            if c[1] not in points:
                points.append(c[1])
            rows.append((ms(t), c[1], [float(c[3]), angle(c[4]), angle(c[5])]))
    columns = [(k, p) for p in points for k in (6, 7, 8)]
    write('nikon.raw', [f'#{k}@{p}' for k, p in columns],
          [(t, [v[k - 6] if p == point else None for k, p in columns]) for t, point, v in rows])


def nmea():
    epochs, date, order, bad = {}, None, [], 0
    for line in text('nmea.txt').splitlines():
        m = re.match(r'\$(G[A-Z](GGA|RMC),.*)\*([0-9A-F]{2})', line.strip())
        if not m:
            continue
        x = 0
        for b in m[1].encode():
            x ^= b
        if x != int(m[3], 16):
            bad += 1
            continue
        c = m[1].split(',')
        deg = lambda a, side: (int(a[:-7]) + float(a[-7:]) / 60) * (-1 if side in 'SW' else 1) if a else None
        e = epochs.setdefault(c[1], {})
        if m[2] == 'RMC':
            date = c[9]
            e['date'] = date
            e['speed'], e['course'] = num(c[7]), num(c[8])
            if c[2] == 'A':
                e.setdefault('lat', deg(c[3], c[4])), e.setdefault('lon', deg(c[5], c[6]))
        else:
            e['lat'], e['lon'], e['h'], e['q'], e['n'] = deg(c[2], c[3]), deg(c[4], c[5]), num(c[9]), num(c[6]), num(c[7])
    rows = []
    for clock, e in epochs.items():
        t = dt.datetime.strptime(e['date'] + clock[:6], '%d%m%y%H%M%S')
        rows.append((ms(t), [e.get(k) for k in ('lat', 'lon', 'h', 'q', 'n', 'speed', 'course')]))
    write('nmea.txt', ['#2', '#3', '#4', '#6', '#7', '#9', '#10'], rows, refused=bad)


def prism():
    rows = []
    for line in text('prism.txt').splitlines():
        c = line.split()
        rows.append((ms(dt.datetime.fromisoformat(c[0] + ' ' + c[1]), ZoneInfo('Europe/Budapest')), [float(x) for x in c[2:5]]))
    write('prism.txt', ['#2', '#3', '#4'], rows)


def prisms():
    lines = [line.split(';') for line in text('prisms.csv').splitlines()]
    points = sorted({c[0] for c in lines}, key=int)
    columns = [(k, p) for p in points for k in (1, 2, 3)]
    rows = [(ms(dt.datetime.fromisoformat(c[4])), [float(c[k]) if p == c[0] else None for k, p in columns]) for c in lines]
    write('prisms.csv', [f'#{k}@{p}' for k, p in columns], rows)


def tide():
    rows = []
    for line in text('tide.csv').split('\r')[1:]:
        if line:
            c = line.split(',')
            rows.append((ms(dt.datetime.strptime(c[0], '%y/%m/%d %H:%M:%S')), [float(c[1])]))
    write('tide.csv', ['#1'], rows)


def chinese():
    rows = []
    for line in text('chinese.txt', 'gb18030').split('\r\n')[1:]:
        if line:
            c = line.split('\t')
            rows.append((ms(dt.datetime.strptime(c[0], '%Y年%m月%d日 %H:%M:%S'), ZoneInfo('Asia/Shanghai')), [float(c[1]), float(c[2])]))
    write('chinese.txt', ['#1', '#2'], rows)


def utf16():
    rows = []
    for line in text('utf16.csv', 'utf-16').splitlines()[1:]:
        c = line.split(';')
        rows.append((ms(dt.datetime.strptime(c[0], '%d.%m.%Y %H:%M'), ZoneInfo('Europe/Berlin')), [num(c[1], True), num(c[2], True)]))
    write('utf16.csv', ['#1', '#2'], rows)


diver('diver.mon'), diver('solinst.lev'), solinst(), xle(), keller(), inbo(), ellitrack(), rain(), vw(), toa5(), array()
tenv('tenv3.tenv3', 1, 7, 20), tenv('tenv.tenv', 0, 6, 16), pbo_csv(), pbo_pos(), rtklib(), insitu(), rdb()
gsi('gsi16.gsi', 16, [(7, '81'), (8, '82'), (9, '83')], None), gsi('gsi8.gsi', 8, [(2, '21'), (3, '22'), (4, '31')], None)
nikon(), nmea(), prism(), prisms(), tide(), chinese(), utf16()
