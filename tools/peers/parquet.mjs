// Answers SQL about a Parquet file with DuckDB: node parquet.mjs FILE SQL, where the SQL reads "file". Prints the rows as JSON.
import { DuckDBInstance } from '@duckdb/node-api';

const [file, sql] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create()).connect();
await connection.run(`CREATE VIEW file AS FROM read_parquet('${file.replaceAll("'", "''")}')`);
const rows = await connection.runAndReadAll(sql);
console.log(JSON.stringify(rows.getRowObjectsJson()));
