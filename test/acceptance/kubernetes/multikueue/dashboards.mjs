// Stands for the dashboard of every Ray cluster of a worker, as the HTTP proxy of KubeRay's operator: dashboards.mjs PORT
// A job runs from its submission until somebody asks for /end.
import { createServer } from "node:http";

const port = Number(process.argv[2]);
const submitted = new Set();
const started = Date.now();
let ended = null;

function info(id) {
  const times = { start_time: started, ...(ended === null ? {} : { end_time: ended }) };
  return { job_id: id, submission_id: id, status: ended === null ? "RUNNING" : "SUCCEEDED", ...times };
}

createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://proxy");
  const answer = (status, body) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  let text = "";
  request.on("data", (part) => {
    text += part;
  });
  request.on("end", () => {
    if (pathname === "/end") {
      ended = Date.now();
      return answer(200, {});
    }
    if (request.method === "POST") {
      const { submission_id: id } = JSON.parse(text);
      submitted.add(id);
      return answer(200, { job_id: id });
    }
    const id = /^\/api\/jobs\/([^/]+)$/.exec(pathname)?.[1];
    return submitted.has(id) ? answer(200, info(id)) : answer(404, {});
  });
}).listen(port, "127.0.0.1");
