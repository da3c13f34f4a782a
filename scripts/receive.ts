// `npm run receive`: a receiver that prints what is delivered to it. PORT chooses where (8788); SECRET checks signatures.
import { startDemoReceiver } from "./local/demo-receiver.ts";

const secret = process.env.SECRET ?? null;
const receiver = await startDemoReceiver(Number(process.env.PORT ?? 8788), async () => secret);
console.log(`Receiving at ${receiver.url} (stop with Ctrl+C).`);
