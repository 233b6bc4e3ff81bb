// The local service of an imported shape array, with grpc-js from the file of the interface alone.
//
//   node array.mjs PROTO TOKEN
//
// It prints its port, keeps two readings, hands them out to who connects with the token, and prints what is acknowledged.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import grpc from '@grpc/grpc-js'
import loader from '@grpc/proto-loader'

const [proto, token] = process.argv.slice(2)
const path = join(dirname(fileURLToPath(import.meta.url)), proto)
const { plumbline } = grpc.loadPackageDefinition(loader.loadSync(path, { keepCase: true, longs: String }))

const readings = [
  { number: '1', time_ms: '1795134600000', segments: [{ node: 1, ax: 0.01648, az: 0.99985 }], delayed: true },
  { number: '2', time_ms: '1795138200000', segments: [{ node: 1, x: -1.5, z: 500 }] },
]

function allowed(call) {
  return call.metadata.get('authorization')[0] === `Bearer ${token}`
}

const refused = { code: grpc.status.UNAUTHENTICATED, details: 'wrong token' }

const server = new grpc.Server()
server.addService(plumbline.admi.v1.ShapeArrayService.service, {
  GetInfo(call, answer) {
    answer(allowed(call) ? null : refused, { name: 'grpc-js', version: '1', unacknowledged: String(readings.length) })
  },
  Connect(call) {
    if (!allowed(call)) return call.destroy(Object.assign(new Error(refused.details), refused))
    for (const reading of readings) call.write({ reading })
    call.on('data', ({ acknowledgement }) => {
      if (acknowledgement) console.log(`acknowledged ${acknowledgement.number}`)
    })
    call.on('error', () => call.end())
    call.on('end', () => call.end())
  },
})
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error
  console.log(port)
})
