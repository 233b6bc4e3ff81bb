// Modbus instruments of modbus-serial on a serial line, behind a DTU that another program plays.
//
//   node slave.mjs LINE REGISTRATION
//
// Units 1 to 16 measure: frequency 2000 + unit Hz in register 0, temperature 10 + unit / 2 °C in register 2 (f32, ABCD).
// Every other register and unit is refused. The registration packet is written first. What is written into registers is
// printed as "UNIT REGISTER VALUE".
import { appendFileSync } from 'node:fs'
import modbus from 'modbus-serial'

const [line, registration] = process.argv.slice(2)
const units = 16
const illegalAddress = 2

function refused() {
  return Object.assign(new Error('no such register'), { modbusErrorCode: illegalAddress })
}

const vector = {
  getHoldingRegister(address, unit) {
    if (unit > units || address > 3) throw refused()
    const bytes = Buffer.alloc(4)
    bytes.writeFloatBE(address < 2 ? 2000 + unit : 10 + unit / 2)
    return bytes.readUInt16BE((address % 2) * 2)
  },
  setRegister(address, value, unit) {
    console.log(`${unit} ${address} ${value}`)
  },
}

const everyUnit = 255
const server = new modbus.ServerSerial(vector, { path: line, baudRate: 9600, unitID: everyUnit })
server.on('initialized', () => appendFileSync(line, `${registration}\r\n`))
server.on('error', (error) => console.error(error.message))
